"""The contact form: what arrives is stored once and acknowledged; what does not is still there, with the reason."""

import time

import pytest
from django.core.cache import cache

from contact import spam
from contact.models import Message
from tests.contact.people import ANN, form, kept, stored

pytestmark = pytest.mark.django_db
ANNS = ("Ann", "ann@example.org", "Is the lobby open at night?", "new")


def refused(client, status: int, **fields) -> str:
    """The page that says why; what was typed is on it, and nothing is stored."""
    before = Message.objects.count()
    sent = fields.pop("sent", None) or form(**fields)
    answer = client.post("/contact/", sent)
    page = answer.content.decode()
    assert answer.status_code == status, page
    assert {name: kept(page)[name] for name in ANN} == {name: sent.get(name, "") for name in ANN}
    assert Message.objects.count() == before
    return page


def test_a_page_with_a_form(client):
    answer = client.get("/contact/")
    assert answer.status_code == 200
    assert kept(answer.content.decode())["name"] == ""
    assert not answer.cookies


def test_a_message_is_stored_and_acknowledged_by_a_page_of_its_own(client):
    answer = client.post("/contact/", form(), follow=True)
    assert answer.redirect_chain == [("/contact/thanks/", 302)]
    assert "your message has arrived" in answer.content.decode()
    assert stored() == [ANNS]


@pytest.mark.parametrize("name", ["Zoë", "Zoe\u0308", "Nguyễn Thị", "नमस्ते", "李小龙", "علی\u200cرضا", "👩\u200d👧 Bo", "O'Neil-Ruiz, Jr."])
def test_real_names(client, name):
    client.post("/contact/", form(name=name))
    assert Message.objects.get().name == name


def test_lines_stay_lines(client):
    client.post("/contact/", form(text="  One\r\ntwo\n\tthree 🎴 "))
    assert Message.objects.get().text == "One\ntwo\n\tthree 🎴"


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", "", "tell us your name"),
        ("name", "\u200d", "tell us your name"),
        ("name", "A" * 103, "too long by 3"),
        ("email", "", "give an email address"),
        ("email", "ann", "like name@example.org"),
        ("email", "ann@example.org, bo@example.org", "like name@example.org"),
        ("email", "a@" + "b" * 260 + ".org", "too long by"),
        ("text", "", "write a message"),
        ("text", "x" * 5001, "too long by 1"),
        ("text", "http://a.example https://b.example www.c.example HTTPS://d.example", "3 links"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(client, field, value, said):
    assert said in refused(client, 400, **{field: value})


@pytest.mark.parametrize(
    ("field", "value", "clean"),
    [
        ("name", "Ann\r\nBcc: bo@example.org", "AnnBcc: bo@example.org"),
        ("name", "Ann\u202egro", "Anngro"),
        ("email", "ann@example.org\nBcc: bo@example.org", "ann@example.orgBcc: bo@example.org"),
        ("text", "Hel\x00lo", "Hello"),
        ("text", "Bell\x07", "Bell"),
    ],
)
def test_hidden_characters_are_taken_out_and_it_can_be_sent_again(client, field, value, clean):
    answer = client.post("/contact/", form(**{field: value}))
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "took them out" in page
    assert kept(page)[field] == clean
    assert stored() == []
    if field != "email":
        assert client.post("/contact/", kept(page)).status_code == 302
        assert len(stored()) == 1


@pytest.mark.parametrize("brackets", ["<script>alert(1)</script>", "</textarea><b>", '"><img src=x>'])
def test_what_was_typed_is_text_not_markup(client, brackets):
    page = refused(client, 400, name=brackets, text=brackets, email="")
    assert brackets not in page


class TestSpam:
    def test_too_fast(self, client):
        page = refused(client, 400, seconds=1)
        assert "very quick" in page

    def test_a_person_who_is_quick_presses_once_more(self, client, monkeypatch):
        page = refused(client, 400, seconds=2)
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 2)
        assert client.post("/contact/", kept(page)).status_code == 302
        assert stored() == [ANNS]

    @pytest.mark.parametrize(
        "token", ["", "nonsense", "a:b:c", spam.new_token(time.time() - 25 * 3600), spam.new_token(time.time() + 3600)]
    )
    def test_a_form_that_is_none_or_too_old_is_made_anew(self, client, monkeypatch, token):
        page = refused(client, 400, token=token)
        assert "press “Send” again" in page
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 10)
        assert client.post("/contact/", kept(page)).status_code == 302

    def test_a_form_is_good_for_one_message(self, client):
        sent = form()
        client.post("/contact/", sent)
        page = refused(client, 409, sent={**sent, "text": "Something else"})
        assert "press “Send” again" in page
        assert kept(page)["token"] != sent["token"]

    def test_pressed_twice_is_one_message(self, client):
        sent = form()
        for _ in range(2):
            assert client.post("/contact/", sent)["Location"] == "/contact/thanks/"
        assert stored() == [ANNS]

    def test_the_same_message_again_is_refused_kindly(self, client):
        client.post("/contact/", form())
        assert "need not send it again" in refused(client, 409, text="Is the lobby  open at NIGHT?")

    def test_one_visitor_sends_five_messages_an_hour(self, client):
        for number in range(5):
            assert client.post("/contact/", form(text=f"Number {number}")).status_code == 302
        assert "in an hour" in refused(client, 429, text="Number 6")
        assert client.post("/contact/", form(text="Number 6"), REMOTE_ADDR="192.0.2.7").status_code == 302

    def test_mistakes_do_not_count(self, client):
        for _ in range(20):
            client.post("/contact/", form(email="ann"))
        assert client.post("/contact/", form()).status_code == 302

    def test_who_fills_in_the_hidden_field_is_thanked_and_put_aside(self, client):
        assert client.post("/contact/", form(website="https://spam.example")).status_code == 302
        assert [row[3] for row in stored()] == ["spam"]

    def test_while_the_cache_fails_no_message_is_lost(self, client, monkeypatch):
        def down(*args, **kwargs):
            raise ConnectionError("no Redis")

        for name in ("get", "add", "incr", "get_or_set"):
            monkeypatch.setattr(type(cache._connections[cache._alias]), name, down)
        assert client.post("/contact/", form()).status_code == 302
        assert stored() == [ANNS]

    def test_no_address_is_remembered(self, client):
        client.post("/contact/", form(), REMOTE_ADDR="192.0.2.7")
        assert "192.0.2.7" not in repr((cache._cache, list(Message.objects.values())))


def test_another_site_cannot_send_it(client):
    assert client.post("/contact/", form(), headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert stored() == []
