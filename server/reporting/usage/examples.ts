// Examples for the API contract.

export const usage = {
  from: 1790793000,
  to: 1793471400,
  currency: 'INR',
  total: { messages: 1250, sent: 1243, delivered: 1203, failed: 12, amount: '231.40' },
  has_more: false,
  data: [
    {
      id: 'WyIyMDI2LTEwLTAxIixudWxsLG51bGwsImFwcCIsbnVsbCxudWxsLG51bGwsbnVsbF0',
      month: '2026-10',
      channel: 'app' as const,
      messages: 250,
      sent: 249,
      delivered: 246,
      failed: 2,
      amount: '81.40',
    },
    {
      id: 'WyIyMDI2LTEwLTAxIixudWxsLG51bGwsImVtYWlsIixudWxsLG51bGwsbnVsbCxudWxsXQ',
      month: '2026-10',
      channel: 'email' as const,
      messages: 1000,
      sent: 994,
      delivered: 957,
      failed: 10,
      amount: '150.00',
    },
  ],
}
