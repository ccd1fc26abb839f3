// What each refusal means and what to do about it: the pages under /docs/errors and the examples in the contract. The
// type requires an entry for every code.

import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { invalid, invalidFields, notFresh, problem, Refusal, type RefusalCode, refusal } from '#kit/refusals.ts'

export interface Explanation {
  /** When the service returns this error. */
  meaning: string
  /** What the caller can do. */
  remedy: string
  example: Refusal
}

export const explanations: Record<RefusalCode, Explanation> = {
  malformed_request: {
    meaning:
      'The connection received something that is not an HTTP request: a damaged first line, header or chunk, or a length that does not match. The connection is closed.',
    remedy: 'Send requests with an HTTP library, and check whether a proxy in between changes them.',
    example: refusal('malformed_request', 'not_http'),
  },
  malformed_body: {
    meaning:
      'The request body does not match its Content-Type, or it arrived damaged. Nothing was processed and nothing changed.',
    remedy:
      'Check that the body is complete and that Content-Type names its format: application/json, application/x-www-form-urlencoded or multipart/form-data. Then send it again.',
    example: refusal('malformed_body', 'body_not_json', {
      problem: "Expected ',' or '}' after property value in JSON at position 27",
    }),
  },
  invalid_query: {
    meaning:
      'A query parameter is unknown, has the wrong type, or cannot be combined with another one. Parameters are never ignored, so that a typing mistake does not change the result unnoticed.',
    remedy:
      'Correct or remove the parameters that `errors` names. The API reference lists the parameters of each operation.',
    example: invalidFields('invalid_query', [{ field: 'limit', ...validationError('too_large', { max: 100 }) }]),
  },
  unknown_cursor: {
    meaning:
      '`starting_after` or `ending_before` is the ID of a row that is not in this list: it was deleted, it belongs to another list, or the filters have changed since the previous page.',
    remedy:
      'Use the ID of the last row of a page for `starting_after`, or of its first row for `ending_before`, and keep the filters the same. If the row was deleted, start again without a cursor.',
    example: invalidFields('unknown_cursor', [{ field: 'starting_after', ...validationError('unknown_cursor') }]),
  },
  unauthenticated: {
    meaning:
      'The request has no access token, or its token is unknown, expired or revoked. A revocation takes effect everywhere within 5 seconds.',
    remedy:
      'Send the header `Authorization: Bearer ACCESS_TOKEN`. If the token has expired or was revoked, create a new one with POST /v1/tokens or `bin/samvad token create`.',
    example: refusal('unauthenticated', 'token_not_valid'),
  },
  sign_in_failed: {
    meaning:
      'No user has this email address and password, or the code or passkey is wrong or was already used. The response does not say which, so that nobody can find out who has an account.',
    remedy:
      'Check the details and try again. After several failures, further attempts have to wait. Request a new password at POST /console/password_reset; the operator of the installation can remove lost second factors on the command line.',
    example: refusal('sign_in_failed', 'password_wrong'),
  },
  insufficient_balance: {
    meaning:
      'The wallet balance does not cover the price. Nothing was stored, charged or sent. In a batch, the items before this one were accepted. A refund to the payment source returns this error when it would take more than the wallet holds.',
    remedy:
      'Recharge the wallet with POST /api/v1/billing/recharges, or turn on auto-recharge, then send the same request again. GET /api/v1/billing/balance returns the balance.',
    example: refusal('insufficient_balance', 'price_above_balance', { price: '0.15', balance: '0.09' }),
  },
  premium_required: {
    meaning:
      'This belongs to the premium plan, and the organization is on the free plan. Nothing was changed, and nothing that exists was deleted.',
    remedy:
      'Subscribe with PUT /api/v1/billing/subscription, or in the console under Billing. GET /api/v1/billing/subscription returns the plan.',
    example: refusal('premium_required', 'premium_analytics'),
  },
  permission_denied: {
    meaning:
      "The access token is valid but lacks the permission for this operation: it was created without it, or its user's role does not include it. A token never has more permissions than its user currently has. The same error is returned for a change to a conversation that you can see but that is assigned to another user.",
    remedy:
      "Use a token with the permission that `detail` names, or ask an administrator to add it to the user's role. Assign another user's conversation to yourself before you write in it. The API reference names the permission of each operation.",
    example: refusal('permission_denied', 'permission_missing', { permissions: ['wallet.recharge'] }),
  },
  fresh_authentication_required: {
    meaning:
      'The request uses a console session, and this operation requires that the person has confirmed their identity within the last 15 minutes. Nothing was changed. Requests with an access token never get this error.',
    remedy:
      'Ask the person for their password, a code or a passkey, send it to POST /console/session/authentication, and repeat the request.',
    example: notFresh(),
  },
  organization_suspended: {
    meaning:
      'The operator of the installation has suspended the organization. Sending and recharging are refused and queued messages wait. Everything can still be read, and pending payments are still credited.',
    remedy:
      'Contact the operator of the installation. Nothing was stored: the same request works once the organization is resumed.',
    example: refusal('organization_suspended', 'organization_suspended'),
  },
  address_denied: {
    meaning: 'The access token has a list of allowed addresses, and the request came from a different address.',
    remedy:
      "Call from an allowed address, or add this one to the token's allowed addresses. Behind a proxy, the installation has to trust that proxy (SAMVAD_TRUST_PROXY: the number of proxies, or their networks).",
    example: refusal('address_denied', 'address_not_allowed', { address: '203.0.113.7' }),
  },
  not_found: {
    meaning:
      'The path does not exist, or the caller cannot see anything with this ID: it never existed, it was deleted, the ID is malformed, or it belongs to another organization or user. These cases look the same on purpose.',
    remedy:
      'Check the path in the API reference, and the ID against one that a list returned. Where `errors` names a field, the ID in that field of the body is meant.',
    example: refusal('not_found', 'not_in_organization', { resource: 'conversation' }),
  },
  method_not_allowed: {
    meaning: 'The path exists but does not support this method.',
    remedy: 'Use one of the methods in the Allow header of the response.',
    example: refusal('method_not_allowed', 'method_not_allowed', {
      method: 'PATCH',
      allowed: ['GET', 'PUT', 'DELETE'],
    }),
  },
  request_timeout: {
    meaning: 'The headers or the body took too long to arrive. Nothing changed. The connection is closed.',
    remedy: 'Send it again over a better connection. Split a large batch into smaller ones.',
    example: refusal('request_timeout', 'request_too_slow'),
  },
  conflict: {
    meaning:
      'The request is valid, but the current state of the resource does not allow it. For example, a recharge that succeeded cannot be retried, and an inbound message cannot be edited.',
    remedy: 'Retrieve the resource, check its state, and decide again. Repeating the same request does not help.',
    example: refusal('conflict', 'message_of_contact'),
  },
  already_exists: {
    meaning: 'Something with this value already exists, and there can be only one.',
    remedy: 'Use the existing one, or choose another value for the field that `errors` names.',
    example: invalidFields('already_exists', [{ field: 'phone_number', ...validationError('taken') }]),
  },
  message_already_sent: {
    meaning:
      'The message was sent, or is being sent, to at least one of its recipients. A sent message cannot be changed.',
    remedy: 'Write another message. A message can be edited only while all of its deliveries are `queued`.',
    example: refusal('message_already_sent', 'message_already_sent'),
  },
  idempotency_in_flight: {
    meaning:
      'Another request with the same Idempotency-Key is still being processed. The service waited 10 seconds for its response.',
    remedy:
      'Wait a moment and send the same request with the same key again. You get the first response, and nothing happens twice.',
    example: refusal('idempotency_in_flight', 'idempotency_in_flight'),
  },
  gone: {
    meaning:
      'A request with this Idempotency-Key succeeded within the last 24 hours. The resource that it returned (the message, the contact, the token) was deleted since, and the stored response with it; the stored response of a batch is deleted with any of its messages. Nothing was repeated. The same error is returned for the link of a contact export that was withdrawn because one of its contacts was deleted.',
    remedy:
      'Nothing needs to be repeated. To create the resource again, send the request with a new key. Create a new export in place of a withdrawn one.',
    example: refusal('gone', 'idempotency_response_deleted'),
  },
  body_too_large: {
    meaning: 'The request body is larger than this operation allows. It was refused before it was read.',
    remedy: 'Send less at once: split a batch into several. `detail` states the limit in bytes.',
    example: refusal('body_too_large', 'body_too_large', { max: 1048576 }),
  },
  unsupported_media_type: {
    meaning:
      'The request body has a Content-Type that the service does not support, or a Content-Encoding: compressed bodies are not supported.',
    remedy:
      'Send application/json, application/x-www-form-urlencoded or multipart/form-data, uncompressed, and name it in Content-Type.',
    example: refusal('unsupported_media_type', 'content_type_not_supported', { types: ['application/json'] }),
  },
  misdirected_request: {
    meaning:
      'The Host header names a host that this installation does not serve: neither the host of PUBLIC_URL, nor the address that it listens on, nor one of SAMVAD_ALLOWED_HOSTS. This protects against a site that points its own host name here.',
    remedy:
      'Call the address of PUBLIC_URL. If the installation has another name too, its operator adds that name to SAMVAD_ALLOWED_HOSTS, or lets the proxy forward the original Host header. /healthz, /readyz and /metrics respond under every host.',
    example: refusal('misdirected_request', 'host_not_served', {
      host: 'samvad.internal',
      setting: 'SAMVAD_ALLOWED_HOSTS',
    }),
  },
  invalid_content: {
    meaning:
      'The request body was read, but its content is not valid: a required field is missing, a value has the wrong type or range, or a field is unknown. Unknown fields are refused by name, so that a typing mistake never passes unnoticed. Nothing changed.',
    remedy:
      'Correct each field that `errors` names. JSON values are not converted: a boolean is `true`, not "true"; an amount of money is a string such as "100.00", not a number.',
    example: invalid('is_pinned', 'wrong_type', { types: ['boolean'] }),
  },
  idempotency_key_reused: {
    meaning:
      'This Idempotency-Key was used within the last 24 hours with another path or another body. Returning the first response would hide that the requests differ.',
    remedy:
      'Use a new key, such as a random UUID, for every new request. Repeat a key only with exactly the same request.',
    example: refusal('idempotency_key_reused', 'idempotency_key_reused'),
  },
  recipient_unreachable: {
    meaning:
      'The contact has no address on the chosen channel (no email address, phone number or app ID), or the group has no member with one. Nothing was charged.',
    remedy: 'Add the address to the contact, add members to the group, or choose another channel.',
    example: refusal('recipient_unreachable', 'contact_without_address', { channel: 'email' }),
  },
  recipient_unsubscribed: {
    meaning: 'The contact has unsubscribed from messages on this channel. Nothing was charged.',
    remedy:
      'Do not send on this channel. The `unsubscribed` field of the contact states since when. Clear it only if the contact has asked to receive messages again.',
    example: refusal('recipient_unsubscribed', 'contact_unsubscribed', { channel: 'email' }),
  },
  recipient_suppressed: {
    meaning:
      "The address is on the organization's suppression list: a message to it bounced, its reader complained, its provider reported that the number no longer accepts messages, or somebody added it by hand. Nothing was charged.",
    remedy:
      'Give the contact another address. `GET /v1/suppressions?address=` returns the reason and the time. Remove the entry only if the address works again or its reader has asked for messages.',
    example: refusal('recipient_suppressed', 'address_suppressed', { channel: 'email', cause: 'bounced' }),
  },
  too_many_recipients: {
    meaning:
      'The recipients of the request (its contacts, and the members of its groups) are more than 10,000, which is the limit for one request. In a batch, the items before this one were accepted. Nothing was charged for this one.',
    remedy: 'Send the refused items in another request. A batch to large groups can contain fewer items.',
    example: refusal('too_many_recipients', 'too_many_recipients', { max: 10_000 }),
  },
  channel_unavailable: {
    meaning: 'The organization has no provider account for this channel, and the sandbox is off. Nothing was charged.',
    remedy: 'Add a provider account for the channel, or turn on the sandbox (SAMVAD_SANDBOX) for trials.',
    example: refusal('channel_unavailable', 'channel_not_set_up', { channel: 'sms' }),
  },
  gateway_unavailable: {
    meaning:
      'The installation has no payment gateway that could receive the payment: no real gateway is set up, and the sandbox gateway is off. Nothing was created.',
    remedy:
      'Ask the operator of the installation to set up a payment gateway. The sandbox gateway with its test money is off permanently once a real gateway was set up.',
    example: refusal('gateway_unavailable', 'gateway_not_set_up'),
  },
  template_unavailable: {
    meaning:
      'The template has no approved version, or its approved version is paused or was rejected. Nothing was charged.',
    remedy:
      'Check its `status` and `reason`, then submit it, resume it, or send with another template. A change takes effect within 5 seconds.',
    example: refusal('template_unavailable', 'template_not_usable', { template: 'order_sent', status: 'paused' }),
  },
  dlt_template_missing: {
    meaning:
      'The SMS account uses DLT, which requires that the text of an SMS to +91 matches an approved SMS template with a DLT ID. Nothing was charged.',
    remedy:
      'Write the text as the template in the error says, with at most 40 characters for each variable, or send with its `template_id`. Or register the text with DLT, create a template from it with its `registered_id`, and get it approved.',
    example: refusal('dlt_template_missing', 'dlt_no_template'),
  },
  quiet_hours: {
    meaning:
      'Promotional SMS to +91 can be sent from 10:00 to 21:00 India time only, and your SMS account refuses those outside these hours. Nothing was charged.',
    remedy:
      'Send it during the day, or schedule it for the day with `send_at`. Or set `quiet_hours` of the SMS account to `schedule`: messages of the night are then sent at 10:00.',
    example: refusal('quiet_hours', 'quiet_hours', { time: '2026-03-11T04:30:00Z' }),
  },
  session_window_closed: {
    meaning:
      "On the messaging app, free text can be sent only within 24 hours after the contact's last message. These hours have passed, or the contact has never written. Nothing was charged.",
    remedy: 'Send an approved template at the price of a template message, or wait until the contact writes again.',
    example: refusal('session_window_closed', 'session_closed'),
  },
  rate_limited: {
    meaning:
      'The access token has used all of its requests of this minute. The limit is high and protects the server; the number of messages is never limited. At sign-in, there were too many failed attempts from this address or for this account. For invitations, too many were sent within a day.',
    remedy:
      'Wait for as many seconds as the Retry-After header says. The RateLimit header of every response says how many requests are left. Send many messages in one request with POST /v1/messages/batch.',
    example: new Refusal('rate_limited', reasonOf('rate_limited', { max: 3_000_000, seconds: 12 })),
  },
  headers_too_large: {
    meaning: 'The URL and the headers of the request are larger than 16 KB in total. The connection is closed.',
    remedy: 'Send fewer or shorter headers. Put long values into the body.',
    example: refusal('headers_too_large', 'headers_too_long'),
  },
  internal_error: {
    meaning:
      'A defect of the service. It was logged under the `request_id` of the response. All changes of the request were rolled back, except calls that had already reached another system.',
    remedy:
      'Try again, with the same Idempotency-Key for a POST. If the error persists, send the `request_id` to the operator of the installation.',
    example: refusal('internal_error', 'internal_error'),
  },
  temporarily_unavailable: {
    meaning:
      'The service cannot process the request at the moment: the database does not respond in time, or too many requests of the organization are waiting.',
    remedy:
      'Send the same request again after as many seconds as the Retry-After header says. With an Idempotency-Key this is safe for a POST too.',
    example: refusal('temporarily_unavailable', 'too_many_waiting'),
  },
}

const EXAMPLE_REQUEST_ID = 'req_Zk3vT9qX1a'

/** A problem as the service returns it. */
export function exampleProblem(code: RefusalCode, docsUrl: string) {
  return problem(explanations[code].example, docsUrl, EXAMPLE_REQUEST_ID)
}
