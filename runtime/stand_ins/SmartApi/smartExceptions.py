"""The official client's exceptions, for scripts that catch them."""

from __future__ import annotations


class SmartAPIException(Exception):
    default_code = 500

    def __init__(self, message: str, code: "int | None" = None) -> None:
        super().__init__(message)
        self.code = self.default_code if code is None else code


class GeneralException(SmartAPIException):
    default_code = 500


class TokenException(SmartAPIException):
    default_code = 403


class PermissionException(SmartAPIException):
    default_code = 403


class OrderException(SmartAPIException):
    default_code = 500


class InputException(SmartAPIException):
    default_code = 400


class DataException(SmartAPIException):
    default_code = 502


class NetworkException(SmartAPIException):
    default_code = 503
