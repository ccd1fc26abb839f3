// Examples for the API contract.

const days = Array.from({ length: 31 }, (_, index) => ({
  day: `2026-10-${String(index + 1).padStart(2, '0')}`,
  messages: index === 11 ? 34 : 0,
  amount: index === 11 ? '22.10' : '0.00',
}))
const counts = { messages: 34, sent: 34, delivered: 33, failed: 1, amount: '22.10' }

export const summary = {
  id: 'summ_01jd3v9k7he2n8q4x5c6t7w8yz',
  month: '2026-10',
  organization_name: 'Asha Textiles',
  from: 1790793000,
  to: 1793471400,
  currency: 'INR',
  total: counts,
  previous: { month: '2026-09', messages: 40, amount: '26.00' },
  change: { amount: '-3.90', percent: -15 },
  wallet: { recharged: '1000.00', credited: '0.00', paid_out: '0.00', balance: '951.90' },
  by_channel: [{ channel: 'app' as const, ...counts, previous_amount: '26.00' }],
  by_kind: [{ channel: 'app' as const, kind: 'app_template' as const, ...counts }],
  by_day: days,
  tips: [
    {
      code: 'reply_in_session' as const,
      kind: 'app_template' as const,
      amount: '6.80',
      text: "34 template messages sent more than 24 hours after the contact's last message cost ₹22.10. Sent as replies within 24 hours, they would have cost ₹15.30.",
      params: { messages: 34, cost: '22.10', session_cost: '15.30' },
    },
  ],
  created_at: 1793471700,
}
