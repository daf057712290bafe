from django.urls import path, re_path

from interfaces.rest.endpoints import users
from interfaces.rest.errors import UnknownPath

app_name = "rest"

urlpatterns = [
    path("users", users.Users.as_view(), name="users"),
    path("users/<uuid:user_id>", users.OneUser.as_view(), name="user"),
    re_path("", UnknownPath.as_view()),
]
