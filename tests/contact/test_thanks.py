"""The page after a message."""


def test_it_can_be_reloaded_and_goes_on_to_the_lobby(client):
    answer = client.get("/contact/thanks/")
    assert answer.status_code == 200
    assert 'href="/"' in answer.content.decode()
    assert "<form" not in answer.content.decode()
