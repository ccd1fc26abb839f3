// Examples of the contract: Meta lowers the quality of a number.

export const notice = {
  id: 'cnot_01jd3vb2m4e2n8q4x5c6t7w8yz',
  channel: 'app',
  kind: 'number_quality',
  needs_action: true,
  detail: 'FLAGGED, +91 98765 00000, TIER_1K',
  count: 1,
  created_at: 1767225660,
  last_at: 1767225660,
  content: { event: 'FLAGGED', display_phone_number: '+91 98765 00000', current_limit: 'TIER_1K' },
}
