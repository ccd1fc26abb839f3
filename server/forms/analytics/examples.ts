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
  premium_adds: [],
  details: {
    counted_from: '2026-11-27',
    version: 2,
    drop_off: {
      views: 420,
      starts: 260,
      submissions: 189,
      pages: [{ page: 1, title: null, reached: 420, left: 231 }],
      fields: [
        { key: 'name', type: 'short_text', label: 'Your name', page: 1, reached: 241, left: 14 },
        { key: 'email', type: 'email', label: 'Email', page: 1, reached: 227, left: 38 },
      ],
    },
    duration: {
      submissions: 189,
      lower_quartile: 34,
      median: 51,
      upper_quartile: 84,
      histogram: [
        { from_seconds: 30, to_seconds: 45, submissions: 80 },
        { from_seconds: 45, to_seconds: 60, submissions: 109 },
      ],
    },
    campaigns: {
      utm_source: [
        { value: 'newsletter', views: 240, starts: 160, submissions: 120, completion: 0.5 },
        { value: '', views: 180, starts: 100, submissions: 69, completion: 0.3833 },
      ],
      utm_medium: [{ value: '', views: 420, starts: 260, submissions: 189, completion: 0.45 }],
      utm_campaign: [{ value: '', views: 420, starts: 260, submissions: 189, completion: 0.45 }],
      referrer: [{ value: '', views: 420, starts: 260, submissions: 189, completion: 0.45 }],
    },
    devices: [
      { device: 'phone', views: 300, starts: 190, submissions: 140, completion: 0.4667 },
      { device: 'tablet', views: 10, starts: 5, submissions: 3, completion: 0.3 },
      { device: 'desktop', views: 110, starts: 65, submissions: 46, completion: 0.4182 },
      { device: 'other', views: 0, starts: 0, submissions: 0, completion: null },
    ],
    bot_views: 31,
    versions: [
      {
        version: 2,
        published_at: 1_795_756_800,
        views: 420,
        starts: 260,
        submissions: 189,
        completion: 0.45,
        median: 51,
      },
    ],
    days: [
      {
        day: '2026-11-28',
        bot_views: 31,
        median: 51,
        phone_views: 300,
        tablet_views: 10,
        desktop_views: 110,
        other_views: 0,
      },
    ],
  },
}
