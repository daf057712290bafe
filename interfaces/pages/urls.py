from django.urls import path
from django.views.generic import RedirectView

from interfaces.pages.access.access import AccessView, ChangeAccessView
from interfaces.pages.access.forget_saved import ForgetSavedView
from interfaces.pages.access.own_rules import AddRuleView, EndRuleView
from interfaces.pages.account.devices import AddDeviceView, RemoveDeviceView, RenewDeviceView
from interfaces.pages.account.email_addresses import ConfirmAddressView
from interfaces.pages.account.invitation import AcceptInvitationView
from interfaces.pages.account.preferences import PreferencesView, ProveAddressView, StopMailView
from interfaces.pages.account.second_steps import TwoStepView
from interfaces.pages.conversations.conversation import ConversationsView, ConversationView
from interfaces.pages.conversations.deletion import DeleteConversationView, DeleteMessageView
from interfaces.pages.inbox.choose import ChooseView
from interfaces.pages.inbox.decide import (
    AmendView,
    ApproveView,
    DecideManyView,
    RefuseView,
)
from interfaces.pages.inbox.decisions import DecisionsView
from interfaces.pages.inbox.home import HomeView
from interfaces.pages.inbox.inbox import (
    ConsentReceiptView,
    CountView,
    InboxView,
    ProposalView,
    ReceiptPageView,
)
from interfaces.pages.inbox.reviews import KeepMemoryView, SettleReviewView
from interfaces.pages.inbox.undo import AllowAgainView, UndoManyView, UndoView, WithdrawView
from interfaces.pages.memories.connections import GraphView
from interfaces.pages.memories.fact_add import AddFactView
from interfaces.pages.memories.memory_actions import ForgetView, RightView, WrongView
from interfaces.pages.memories.memory_add import AddView
from interfaces.pages.memories.memory_detail import MemoryView
from interfaces.pages.memories.memory_edit import EditView
from interfaces.pages.memories.memory_list import MemoriesView
from interfaces.pages.memories.memory_map import MapAroundView, MapView
from interfaces.pages.memories.restore import RestoreView
from interfaces.pages.my_data.deletion_receipts import DeletionReceiptView, DeletionView
from interfaces.pages.my_data.erasure import ClosingReceiptView, EraseView, ErasureView, ReceiptView
from interfaces.pages.my_data.export import JsonExportView, ReadableExportView
from interfaces.pages.my_data.my_data import MyDataView
from interfaces.pages.person_view import SwitchWorkspaceView
from interfaces.pages.retrievals.activity import ActivityView, FindRetrievalView
from interfaces.pages.retrievals.retrieval import RetrievalView
from interfaces.pages.search.search import SearchView
from interfaces.pages.setup.people import InvitationView, PeopleView
from interfaces.pages.setup.wizard import AssistantView, FirstView, NameView
from interfaces.pages.timeline.timeline import TimelineView
from interfaces.pages.web_app import manifest, offline, service_worker

app_name = "pages"
urlpatterns = [
    path("", HomeView.as_view(), name="home"),
    path("search", SearchView.as_view(), name="search"),
    path("inbox", InboxView.as_view(), name="inbox"),
    path("decisions", DecisionsView.as_view(), name="decisions"),
    path("proposals/<uuid:proposal_id>", ProposalView.as_view(), name="proposal"),
    path("decisions/rules/<uuid:policy_id>", EndRuleView.as_view(), name="end_rule"),
    path("inbox/count", CountView.as_view(), name="count"),
    path("proposals/answers", DecideManyView.as_view(), name="decide_many"),
    path("proposals/answers/undo", UndoManyView.as_view(), name="undo_many"),
    path("proposals/choice", ChooseView.as_view(), name="choose"),
    path("proposals/<uuid:proposal_id>/amend", AmendView.as_view(), name="amend"),
    path("proposals/<uuid:proposal_id>/undo", UndoView.as_view(), name="undo"),
    path("proposals/<uuid:proposal_id>/take-back", WithdrawView.as_view(), name="withdraw"),
    path("proposals/<uuid:proposal_id>/allow-again", AllowAgainView.as_view(), name="allow_again"),
    path("proposals/<uuid:proposal_id>/receipt", ReceiptPageView.as_view(), name="receipt"),
    path("proposals/<uuid:proposal_id>/receipt.json", ConsentReceiptView.as_view(), name="consent_receipt"),
    path("proposals/<uuid:proposal_id>/approve", ApproveView.as_view(), name="approve"),
    path("proposals/<uuid:proposal_id>/refuse", RefuseView.as_view(), name="refuse"),
    path("reviews/<uuid:review_id>", SettleReviewView.as_view(), name="settle_review"),
    path("memories", MemoriesView.as_view(), name="memories"),
    path("memories/new", AddView.as_view(), name="add_memory"),
    path("facts/new", AddFactView.as_view(), name="add_fact"),
    path("memories/<uuid:memory_id>", MemoryView.as_view(), name="memory"),
    path("memories/<uuid:memory_id>/edit", EditView.as_view(), name="edit"),
    path("memories/<uuid:memory_id>/forget", ForgetView.as_view(), name="forget"),
    path("memories/<uuid:memory_id>/restore", RestoreView.as_view(), name="restore"),
    path("memories/<uuid:memory_id>/wrong", WrongView.as_view(), name="wrong"),
    path("memories/<uuid:memory_id>/right", RightView.as_view(), name="right"),
    path("memories/<uuid:memory_id>/keep", KeepMemoryView.as_view(), name="keep"),
    path("memories/<uuid:memory_id>/graph", GraphView.as_view(), name="graph"),
    path("map", MapView.as_view(), name="map"),
    path("map/around", MapAroundView.as_view(), name="map_around"),
    path("timeline", TimelineView.as_view(), name="timeline"),
    path("activity", ActivityView.as_view(), name="activity"),
    path("activity/find", FindRetrievalView.as_view(), name="find_retrieval"),
    path("activity/<uuid:event_id>", RetrievalView.as_view(), name="retrieval"),
    path("conversations", ConversationsView.as_view(), name="conversations"),
    path("conversations/<uuid:turn_id>", ConversationView.as_view(), name="conversation"),
    path("conversations/<uuid:turn_id>/delete", DeleteMessageView.as_view(), name="delete_message"),
    path("conversations/<uuid:turn_id>/delete-all", DeleteConversationView.as_view(), name="delete_conversation"),
    path("my-data", MyDataView.as_view(), name="my_data"),
    path("my-data/access", AccessView.as_view(), name="access"),
    path("my-data/rules", AddRuleView.as_view(), name="add_rule"),
    path("my-data/access/<uuid:agent_id>", ChangeAccessView.as_view(), name="change_access"),
    path("my-data/access/<uuid:agent_id>/forget", ForgetSavedView.as_view(), name="forget_saved"),
    path("my-data/export.json", JsonExportView.as_view(), name="export_json"),
    path("my-data/export.html", ReadableExportView.as_view(), name="export_readable"),
    path("my-data/erase", EraseView.as_view(), name="erase"),
    path("erasures/<uuid:erasure_id>", ErasureView.as_view(), name="erasure"),
    path("erasures/<uuid:erasure_id>/receipt.json", ReceiptView.as_view(), name="erasure_receipt"),
    path("deletions/<uuid:deletion_id>", DeletionView.as_view(), name="deletion"),
    path("deletions/<uuid:deletion_id>/receipt.json", DeletionReceiptView.as_view(), name="deletion_receipt"),
    path("preferences", PreferencesView.as_view(), name="preferences"),
    path("preferences/address", ProveAddressView.as_view(), name="prove_address"),
    path("preferences/devices", AddDeviceView.as_view(), name="add_device"),
    path("preferences/devices/renewal", RenewDeviceView.as_view(), name="renew_device"),
    path("preferences/devices/<uuid:device_id>", RemoveDeviceView.as_view(), name="remove_device"),
    # Instead of allauth's pages, which accept addresses without proof from anyone signed in.
    path("accounts/email/", RedirectView.as_view(pattern_name="pages:preferences"), name="manage_addresses"),
    path("accounts/confirm-email/<str:key>/", ConfirmAddressView.as_view(), name="confirm_address"),
    path("accounts/2fa/", TwoStepView.as_view(), name="two_step"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("service-worker.js", service_worker, name="service_worker"),
    path("offline", offline, name="offline"),
    path("mail/stop/<str:token>", StopMailView.as_view(), name="stop_mail"),
    path("setup", NameView.as_view(), name="setup"),
    path("setup/people", PeopleView.as_view(), name="setup_people"),
    path("setup/people/<uuid:invitation_id>", InvitationView.as_view(), name="setup_invitation"),
    path("setup/assistant", AssistantView.as_view(), name="setup_assistant"),
    path("setup/first-memory", FirstView.as_view(), name="setup_first"),
    path("invitations/<str:token>", AcceptInvitationView.as_view(), name="invitation"),
    path("closings/<uuid:workspace_id>/receipt.json", ClosingReceiptView.as_view(), name="closing_receipt"),
    path("workspace", SwitchWorkspaceView.as_view(), name="switch"),
]
