// Examples for the API contract: an endpoint that receives message events.

export const endpoint = {
  id: 'whe_01jd3v9k7he2n8q4x5c6t7w8yz',
  url: 'https://shop.example/samvad',
  description: 'The shop',
  event_types: ['message.*', 'balance.low'],
  status: 'enabled',
  switched_off_because: null,
  user_id: 'user_01jd3v8a1pe2n8q4x5c6t7w8yz',
  failing_since: null,
  previous_secret_until: null,
  created_at: 1767225600,
  updated_at: 1767225600,
}

export const delivery = {
  id: 'whd_01jd3v9k7he2n8q4x5c6t7w8yz',
  event_id: 'evt_01jd3v9k7he2n8q4x5c6t7w8yz',
  event_type: 'message.received',
  object_id: 'msg_01jd3v9k7he2n8q4x5c6t7w8yz',
  status: 'retrying',
  replay: false,
  attempts: [
    { at: 1767225601, duration_ms: 41, status_code: 500, error: null, error_details: [], answer: 'try later' },
  ],
  next_attempt_at: 1767225606,
  created_at: 1767225601,
  ended_at: null,
}
