from django.urls import path

from contact import views

app_name = "contact"

urlpatterns = [
    path("", views.contact, name="form"),
    path("check/", views.check, name="check"),
    path("thanks/", views.thanks, name="thanks"),
]
