"""A provider by Lasso: reads an order as JSON, and answers one request for sign-in."""

import json
import sys

import lasso


def make_attribute(name, values):
    attribute = lasso.Saml2Attribute()
    attribute.name = name
    attribute.nameFormat = lasso.SAML2_ATTRIBUTE_NAME_FORMAT_BASIC
    attribute.attributeValue = [make_value(value) for value in values]
    return attribute


def make_value(text):
    node = lasso.MiscTextNode.newWithString(text)
    node.textChild = True
    value = lasso.Saml2AttributeValue()
    value.any = [node]
    return value


def answer(order):
    server = lasso.Server.newFromBuffers(order["metadata"], order["key"], None, None)
    server.addProviderFromBuffer(lasso.PROVIDER_ROLE_SP, order["service"], None, None)
    server.signatureMethod = getattr(lasso, "SIGNATURE_METHOD_" + order["method"])
    login = lasso.Login(server)
    login.processAuthnRequestMsg(order["query"])
    login.validateRequestMsg(True, True)
    login.buildAssertion(
        lasso.SAML2_AUTHN_CONTEXT_PASSWORD, order["now"], None, order["notBefore"], order["notOnOrAfter"]
    )
    name_id = login.assertion.subject.nameID
    name_id.format = order["nameIdFormat"]
    name_id.content = order["nameId"]
    statement = lasso.Saml2AttributeStatement()
    statement.attribute = [make_attribute(name, values) for name, values in order["attributes"].items()]
    login.assertion.attributeStatement = [statement]
    login.buildAuthnResponseMsg()
    return {"url": login.msgUrl, "response": login.msgBody}


json.dump(answer(json.load(sys.stdin)), sys.stdout)
