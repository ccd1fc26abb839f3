// Every code of the service, and of a connection that is not there, in both languages.

import { refusalsInHindi } from '#kit/refusals-in-hindi.ts'

const en = {
  unknown: 'Something went wrong in this page. Reload it; if it happens again, tell who runs the installation.',
  codes: {
    unreachable: 'The service cannot be reached',
    timed_out: 'The service did not answer in time',
    unreadable_answer: 'The answer could not be read',
    redirected: 'The service is at another address',
    malformed_request: 'The request could not be read',
    malformed_body: 'The request could not be read',
    invalid_query: 'These filters do not go together',
    unknown_cursor: 'The list has changed; load it again',
    unauthenticated: 'You are signed out',
    sign_in_failed: 'Email or password is wrong',
    insufficient_balance: 'The balance does not cover this',
    permission_denied: 'You may not do this',
    organization_suspended: 'The organization is suspended',
    address_denied: 'Not allowed from this network',
    fresh_authentication_required: 'Prove once more that it is you',
    not_found: 'This is not here, or not any more',
    method_not_allowed: 'The service does not know this request',
    request_timeout: 'The request took too long',
    conflict: 'This has changed meanwhile',
    already_exists: 'This exists already',
    message_already_sent: 'The message has left already',
    idempotency_in_flight: 'This is still under way',
    gone: 'This has been deleted',
    body_too_large: 'This is too large',
    unsupported_media_type: 'A file of this kind is not taken',
    misdirected_request: 'The service does not answer under this address',
    invalid_content: 'Something is missing or not right',
    idempotency_key_reused: 'This was sent before with another content',
    recipient_unreachable: 'The contact has no address on this channel',
    recipient_unsubscribed: 'The contact has unsubscribed from this channel',
    recipient_suppressed: 'The address is on the suppression list',
    too_many_recipients: 'Too many recipients at once',
    channel_unavailable: 'This channel is not set up',
    gateway_unavailable: 'No payment gateway is set up',
    template_unavailable: 'The template is not approved, or is paused',
    dlt_template_missing: 'An SMS to India needs an approved DLT template',
    quiet_hours: 'Promotional SMS may not leave at this hour',
    session_window_closed: 'The 24 hours are over: send a template',
    rate_limited: 'Too much at once; wait a moment',
    headers_too_large: 'The address is too long',
    internal_error: 'Something failed on the side of the service',
    temporarily_unavailable: 'Not possible right now; try again',
  },
}

const hi: typeof en = {
  unknown: 'इस पेज में कुछ गड़बड़ हुई। इसे फिर से लोड करें; दोबारा हो तो संचालक को बताएँ।',
  codes: {
    unreachable: 'सेवा तक नहीं पहुँच पा रहे हैं',
    timed_out: 'सेवा ने समय पर जवाब नहीं दिया',
    unreadable_answer: 'जवाब पढ़ा नहीं जा सका',
    redirected: 'सेवा किसी और पते पर है',
    ...refusalsInHindi,
  },
}

export const errorTexts = { en, hi }
