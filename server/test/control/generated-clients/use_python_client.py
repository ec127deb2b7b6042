"""Uses the generated client against the server whose address and root password are its arguments."""

import importlib
import json
import pkgutil
import sys

import tollgate_client
from tollgate_client import AuthenticatedClient, Client
from tollgate_client.api.auth import login
from tollgate_client.api.channels import create_channel
from tollgate_client.api.profile import make_access_token
from tollgate_client.api.tokens import create_token, delete_token, get_token, list_tokens, update_token
from tollgate_client.models import (
    ChannelForm,
    ErrorCode,
    Failure,
    LoginForm,
    StepUpForm,
    Token,
    TokenChangeForm,
    TokenForm,
)

base_url, password = sys.argv[1:3]

modules = [
    importlib.import_module(module.name)
    for module in pkgutil.walk_packages(tollgate_client.__path__, "tollgate_client.")
]


def data_of(response):
    """The data of a call that succeeded."""
    assert not isinstance(response, Failure), response
    return response.data


visitor = Client(base_url=base_url)
data_of(login.sync(client=visitor, body=LoginForm(username="root", password=password)))
# The session cookie stays in the client that signed in; only the type of the argument asks for another one.
access_token = data_of(make_access_token.sync(client=visitor, body=StepUpForm(current_password=password)))

client = AuthenticatedClient(base_url=base_url, token=access_token)
created = data_of(create_token.sync(client=client, body=TokenForm(name="Support bot", remain_quota=1_000_000)))
assert isinstance(created, Token)
page = data_of(list_tokens.sync(client=client, size=5, order="-id"))
read = data_of(get_token.sync(created.id, client=client))
changed = data_of(update_token.sync(client=client, body=TokenChangeForm(id=created.id, name="Renamed")))
deleted = delete_token.sync(created.id, client=client)
missing = get_token.sync(created.id, client=client)
assert isinstance(missing, Failure) and missing.code is ErrorCode.TOKEN_NOT_FOUND, missing
refused = create_token.sync(client=client, body=TokenForm(name=""))
channel = data_of(
    create_channel.sync(
        client=client,
        body=ChannelForm(name="Upstream", type_=1, key="upstream-key", group=["default"], models=["gpt-4o"]),
    )
)

print(
    json.dumps(
        {
            "modules": len(modules),
            "key": created.key[:3],
            "listed": [row.name for row in page.data],
            "limit": read.setting.limits.limit_model_setting.enabled,
            "changed": changed.name,
            "deleted": deleted.success,
            "missing": missing.code.value,
            "refused": [field.path for field in refused.fields],
            "models": channel.models,
        }
    )
)
