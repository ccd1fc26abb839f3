// What each refusal means and what to do about it: the text of the pages under /docs/errors, and the examples in the
// contract. The type demands an entry for every code, so that none is ever without a page.

import { type FieldError, problem, Refusal, type RefusalCode } from '#kit/refusals.ts'

export interface Explanation {
  /** When the service answers this. */
  meaning: string
  /** What the caller does about it. */
  remedy: string
  /** The detail of an example. */
  detail: string
  errors?: FieldError[]
}

export const explanations: Record<RefusalCode, Explanation> = {
  malformed_request: {
    meaning:
      'What came over the connection is no HTTP request: a damaged first line, header or chunk, or a length that does not fit. The connection is closed.',
    remedy: 'Send it by an HTTP library instead of by hand, and look for a proxy on the way that changes requests.',
    detail: 'This is no HTTP request that can be read.',
  },
  malformed_body: {
    meaning:
      'The request could not be read at all: the body is not what its Content-Type says, or the request itself is damaged. Nothing was looked at and nothing changed.',
    remedy:
      'Check that the body is complete and that Content-Type names its format: application/json, application/x-www-form-urlencoded or multipart/form-data. Then send it again.',
    detail: "The body is not valid JSON: Expected ',' or '}' after property value in JSON at position 27",
  },
  invalid_query: {
    meaning:
      'A query parameter is unknown, has a value of the wrong kind, or excludes another one that was sent with it. Parameters are never ignored, so that a typing mistake does not pass for an answer.',
    remedy: 'Correct or remove the parameters that `errors` names. The API pages list the parameters of each route.',
    detail: 'limit must be at most 100',
    errors: [{ field: 'limit', message: 'must be at most 100' }],
  },
  unknown_cursor: {
    meaning:
      '`starting_after` or `ending_before` is the id of a row that this list does not have: it was deleted, it belongs to another list, or the filters differ from those of the page before.',
    remedy:
      'Take the id of the last row of a page for `starting_after`, or of its first row for `ending_before`, and keep the filters the same. When the row is gone, begin again without a cursor.',
    detail: 'starting_after is not a row of this list; take the id of a row that the list returned.',
    errors: [{ field: 'starting_after', message: 'is not a row of this list' }],
  },
  unauthenticated: {
    meaning:
      'No access token came with the request, or the one that came is unknown, expired or revoked. A revocation holds everywhere within 5 seconds.',
    remedy:
      'Send the header `Authorization: Bearer ACCESS_TOKEN`. If the token has expired or was revoked, make a new one with POST /v1/tokens or `bin/samvad token create`.',
    detail: 'The access token is unknown, expired or revoked; make a new one.',
  },
  sign_in_failed: {
    meaning:
      'No user has this email address with this password, or the code or the passkey is not right or was used already. What was wrong is not said, so that nobody can find out who has an account.',
    remedy:
      'Check it and try again; after several failures the next attempts must wait. A new password is asked for at POST /console/password_reset; lost second factors are removed by the operator of the installation, on the command line.',
    detail: 'Email or password is wrong.',
  },
  insufficient_balance: {
    meaning:
      "The wallet's balance does not cover the price. Nothing was written, nothing was charged and nothing will be sent. In a batch, the items before this one were accepted as far as the balance went. A refund to the source is refused the same way when it would take more out of the wallet than is left in it.",
    remedy:
      'Recharge the wallet with POST /api/v1/billing/recharges, or switch auto-recharge on, then send the same request again. GET /api/v1/billing/balance shows what is left.',
    detail: 'The price is 0.15 and the balance 0.09; recharge the wallet and send again.',
  },
  permission_denied: {
    meaning:
      "The token is good, but this operation needs a permission that it lacks: the token was made without it, or its user's role does not have it. A token never has more than its user has at the moment. Or it would change a conversation that you see and that belongs to another user.",
    remedy:
      "Use a token with the permission that `detail` names, or ask an administrator to add it to the user's role; assign another user's conversation to yourself before you write in it. Each operation of the API pages names its permission.",
    detail: "This needs the permission wallet.recharge, which the token or its user's role lacks.",
  },
  fresh_authentication_required: {
    meaning:
      'The request came by a session of the console, and is one of those that ask who is signed in to prove themselves within the last 15 minutes: somebody else may have sat down at the screen. Nothing was done. By an access token this is never answered.',
    remedy:
      'Ask for the password, a code or a passkey, send it to POST /console/session/authentication, and repeat the request.',
    detail: 'Prove that it is you, with your password, a code or a passkey, and repeat this.',
  },
  organization_suspended: {
    meaning:
      'The operator of the installation has suspended the organization. Sending and recharging are refused, and messages that were queued wait; everything can still be read, and what is under way at a payment gateway is still credited.',
    remedy:
      'Ask the operator of the installation. Nothing was written: once the organization is resumed, the same request works.',
    detail: 'The organization is suspended: it may not send or recharge. Ask the operator of this installation.',
  },
  address_denied: {
    meaning: 'The token has a list of allowed addresses, and the request came from another one.',
    remedy:
      "Call from an allowed address, or add this one to the token's allowed addresses. Behind a proxy, the installation must be told to trust it (SAMVAD_TRUST_PROXY: how many proxies, or their networks).",
    detail: "The token may not be used from 203.0.113.7; add it to the token's allowed addresses.",
  },
  not_found: {
    meaning:
      'There is no such path, or nothing under this id that the caller may see: it never existed, it was deleted, its id is malformed, or it belongs to another organization or user. These cases look the same on purpose.',
    remedy:
      'Check the path against the API pages and the id against what a list returned. Where `errors` names a field, the id in that field of the body is meant.',
    detail: 'No such conversation in this organization.',
  },
  method_not_allowed: {
    meaning: 'The path exists, but not with this method.',
    remedy: 'Use one of the methods that the Allow header of the answer lists.',
    detail: 'PATCH is not possible here; this path takes GET, PUT, DELETE.',
  },
  request_timeout: {
    meaning: 'The headers or the body took too long to arrive. Nothing changed; the connection is closed.',
    remedy: 'Send it again over a better line; a large batch in several smaller ones.',
    detail: 'The request did not arrive in time.',
  },
  conflict: {
    meaning:
      'The request is well formed, but the present state of the resource does not allow it: a recharge that has succeeded cannot be retried, an inbound message cannot be edited.',
    remedy: 'Retrieve the resource, look at its state, and decide again. Repeating the same request will not help.',
    detail: 'A message that a contact wrote cannot be edited.',
  },
  already_exists: {
    meaning: 'Something with this value exists already, and there can be only one.',
    remedy: 'Use the existing one, or choose another value for the field that `errors` names.',
    detail: 'A contact with this phone number exists already.',
    errors: [{ field: 'phone_number', message: 'belongs to another contact' }],
  },
  message_already_sent: {
    meaning:
      'The message has left, or is leaving at this moment, for at least one of its recipients. What has been sent cannot be changed.',
    remedy: 'Write another message. Only messages of which every delivery is still `queued` can be edited.',
    detail: 'The message has left, or is leaving; write another one instead.',
  },
  idempotency_in_flight: {
    meaning:
      'Another request with the same Idempotency-Key is being worked on. Its answer was waited for, and has not come within 10 seconds.',
    remedy:
      'Wait a moment and send the same request with the same key again: it is answered with the first answer, and nothing happens twice.',
    detail: 'The first request with this Idempotency-Key has not been answered yet; wait for it.',
  },
  gone: {
    meaning:
      'A request with this Idempotency-Key was done within the last 24 hours. What it answered with (the message, the contact, the token) has been deleted since, and the answer that was kept for a repetition went with it; of a batch the whole answer goes with any of its messages. Nothing was done again. Or the link is that of an export of contacts, and a contact that may have been in it was deleted, which took the file.',
    remedy:
      'Nothing needs to be repeated. To make the thing anew, send the request with a new key. In place of a withdrawn export make a new one.',
    detail: 'The request with this Idempotency-Key was done; what it answered with has been deleted.',
  },
  body_too_large: {
    meaning: 'The body is larger than this route takes. It was refused before it was read.',
    remedy: 'Send less at once: split a batch into several. `detail` says how many bytes the route takes.',
    detail: 'The body is larger than this route takes (1048576 bytes).',
  },
  unsupported_media_type: {
    meaning:
      'The body has a Content-Type that the service does not read, or a Content-Encoding: compressed bodies are not taken.',
    remedy:
      'Send application/json, application/x-www-form-urlencoded or multipart/form-data, uncompressed, and say so in Content-Type.',
    detail:
      'Send application/json, application/x-www-form-urlencoded or multipart/form-data, and say so in Content-Type.',
  },
  misdirected_request: {
    meaning:
      'The Host header names a host that is not this installation: neither the one of PUBLIC_URL, nor the address that it listens on, nor one of SAMVAD_ALLOWED_HOSTS. Answering would let a page of another site that leads its own name here pass for a page of this installation.',
    remedy:
      'Call the address of PUBLIC_URL. Where the installation is reached under another name too, its operator adds that name to SAMVAD_ALLOWED_HOSTS, or lets the proxy pass on the Host of the caller. /healthz, /readyz and /metrics answer under every host.',
    detail:
      'This installation does not answer under the host "samvad.internal". If it is reached under that name, add the name to SAMVAD_ALLOWED_HOSTS, or set PUBLIC_URL to it.',
  },
  invalid_content: {
    meaning:
      'The body was read, but its content is not valid: a required field is missing, a value has the wrong type or range, or a field is unknown. Unknown fields are refused by name, so that a typing mistake never passes silently. Nothing changed.',
    remedy:
      'Correct each field that `errors` names. Note that JSON is not coerced: a boolean is `true`, not "true"; an amount of money is a string such as "100.00", not a number.',
    detail: 'is_pinned must be a boolean',
    errors: [{ field: 'is_pinned', message: 'must be a boolean' }],
  },
  idempotency_key_reused: {
    meaning:
      'This Idempotency-Key was used in the last 24 hours with another path or another body. Answering with the first answer would hide that the requests differ.',
    remedy:
      'Take a new key, a random UUID for example, for every new request, and repeat a key only with exactly the same request.',
    detail: 'This Idempotency-Key was used with another request; take a new key for a new request.',
  },
  recipient_unreachable: {
    meaning:
      'The contact has no address on the chosen channel (no email address, phone number or app id), or the group has no member that has one. Nothing was charged.',
    remedy: 'Add the address to the contact, add members to the group, or choose another channel.',
    detail: 'The contact has no address on the channel email; add one to the contact.',
  },
  recipient_unsubscribed: {
    meaning: 'The contact has asked not to receive messages on this channel. Nothing was charged.',
    remedy:
      'Do not send on this channel; the `unsubscribed` field of the contact shows since when. Clear it only when the contact has asked for messages again.',
    detail: 'The contact has unsubscribed from the channel email.',
  },
  recipient_suppressed: {
    meaning:
      'The address is on the suppression list of the organization: mail to it came back, its reader complained, its provider says that it wants nothing more, or somebody put it there. Nothing was charged.',
    remedy:
      'Give the contact another address. `GET /v1/suppressions?address=` shows why and since when; take it off the list only when it surely works again, or its reader has asked for messages.',
    detail: 'The address of the contact on the channel email is on the suppression list (bounced).',
  },
  too_many_recipients: {
    meaning:
      'All recipients of a request together (its contacts, and the members of its groups) are more than one request may reach, which is 10,000. In a batch the items before were accepted; nothing was charged for this one.',
    remedy:
      'Send the items that were refused in another request. A batch that writes to large groups takes fewer of them.',
    detail:
      'A request reaches at most 10000 recipients; with this message it would reach more; send this one and those behind it in another request.',
    errors: [{ field: 'conversation_id', message: 'takes the request over 10000 recipients' }],
  },
  channel_unavailable: {
    meaning: 'The channel has no provider account in this organization, and its sandbox is off. Nothing was charged.',
    remedy: 'Set up a provider account for the channel, or switch the sandbox on (SAMVAD_SANDBOX) to try things out.',
    detail: 'The channel sms is not set up; add a provider account for it.',
  },
  gateway_unavailable: {
    meaning:
      'The installation has no payment gateway that could take the money: no real one is set up, and the sandbox is switched off. Nothing was created.',
    remedy:
      'Ask the operator of the installation to set a payment gateway up. The sandbox gateway with its test money is off for good once a real one was configured.',
    detail: 'No payment gateway is set up; ask the operator of this installation to set one up.',
  },
  template_unavailable: {
    meaning:
      'The template has no approved version, or the one that was approved is paused or was rejected. Nothing was charged.',
    remedy:
      'Look at its `status` and `reason`; submit it, resume it, or send with another one. A message follows within 5 seconds.',
    detail: 'The template order_sent is paused.',
    errors: [{ field: 'template_id', message: 'is paused' }],
  },
  dlt_template_missing: {
    meaning:
      'The SMS account has DLT, and an SMS to +91 then has to be in the words of one of your approved SMS templates that has a DLT id. Nothing was charged.',
    remedy:
      'Write it as the template says that the error names, with at most 40 characters in each place, or send with its `template_id`; or register the text with DLT, make a template of it with its `registered_id`, and have it approved.',
    detail:
      'A text to +91 must be of an approved template with a DLT id. The nearest is order_sent: write it as that says, with at most 40 characters in each place, or send with its template_id.',
    errors: [{ field: 'text', message: 'is of no approved template with a DLT id' }],
  },
  quiet_hours: {
    meaning:
      'Promotional SMS to +91 may leave from 10:00 to 21:00 India time only, and your SMS account refuses those that would leave at night. Nothing was charged.',
    remedy:
      'Send it by day, or with `send_at` at a time by day; or set `quiet_hours` of the SMS account to `schedule`, and what is sent at night leaves at 10:00.',
    detail:
      'A promotional message may leave from 10:00 to 21:00 India time only; send it with send_at 2026-03-11T04:30:00Z or another time by day, or let the account schedule it (quiet_hours).',
    errors: [{ field: 'send_at', message: 'must be 2026-03-11T04:30:00Z, or another time by day' }],
  },
  session_window_closed: {
    meaning:
      "On the messaging app, free text may be sent only within 24 hours of the contact's last message; they are over, or the contact has never written. Nothing was charged.",
    remedy:
      'Send an approved template instead, at the price of a template message, or wait until the contact writes again.',
    detail: 'More than 24 hours have passed since the contact wrote; send an approved template instead.',
  },
  rate_limited: {
    meaning:
      'The token has used up its requests of this minute. The limit is generous and protects the server; how many messages may be sent is never limited. At sign-in: too many failures from this address, or with this account from here. An invitation: too many within a day.',
    remedy:
      'Wait as many seconds as the Retry-After header says. The RateLimit header of every answer says how many requests are left. Send many messages in one request with POST /v1/messages/batch.',
    detail: 'More than 3000000 requests in a minute with this token; try again in 12 s.',
  },
  headers_too_large: {
    meaning:
      'The address and the headers of the request are together longer than 16 KB. Nothing was read beyond them; the connection is closed.',
    remedy: 'Send fewer or shorter headers; what is long belongs in the body.',
    detail: 'The address or the headers of the request are longer than is taken.',
  },
  internal_error: {
    meaning:
      'A defect of the service. It was logged under the `request_id` of the answer. Whatever the request had begun was undone, unless it had reached somebody outside.',
    remedy:
      'Try again, with the same Idempotency-Key where the request was a POST. If it stays, give the `request_id` to whoever runs the installation.',
    detail: 'This is a defect of the service; it was logged under the request_id.',
  },
  temporarily_unavailable: {
    meaning:
      'The service cannot do this at the moment: the database does not answer in time, or too many requests of the organization are waiting.',
    remedy:
      'Send the same request again after as many seconds as the Retry-After header says; with an Idempotency-Key that is safe for a POST too.',
    detail: 'Too many requests of this organization are waiting; try again in a second.',
  },
}

const EXAMPLE_REQUEST_ID = 'req_Zk3vT9qX1a'

/** A body as the service answers it. */
export function exampleProblem(code: RefusalCode, docsUrl: string) {
  const { detail, errors } = explanations[code]
  return problem(new Refusal(code, detail, errors), docsUrl, EXAMPLE_REQUEST_ID)
}
