from django.contrib import admin
from django.urls import include, path

handler404 = "interfaces.rest.errors.page_not_found"
handler500 = "interfaces.rest.errors.server_error"
urlpatterns = [
    path("", include("interfaces.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]
