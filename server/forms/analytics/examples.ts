// Examples of analytics for the contract.

export const analytics = {
  form_id: 'form_01jd3v9k2ne2n8q4x5c6t7w8yz',
  from: '2026-11-01',
  to: '2026-11-28',
  total: { views: 420, starts: 260, submissions: 189, completion: 0.45 },
  days: [
    { day: '2026-11-27', views: 220, starts: 140, submissions: 99 },
    { day: '2026-11-28', views: 200, starts: 120, submissions: 90 },
  ],
  sources: [
    { source: 'newsletter', submissions: 120 },
    { source: '', submissions: 69 },
  ],
}
