// The ugliest data that people really write: long names, other scripts and directions, emoji, a mail of ten thousand
// characters, lines without a break.

import type { Cast, Line, Someone } from './cast.ts'

const MAIL_CHARACTERS = 10_000
const OTHERS = 130

const SENTENCE =
  'As said on the telephone, the goods of the third lot are to be sent with the lorry of the cooperative. '
const LONG_MAIL = SENTENCE.repeat(Math.ceil(MAIL_CHARACTERS / SENTENCE.length)).slice(0, MAIL_CHARACTERS)
const UNBROKEN = 'https://tracking.example/very/long/address/'.concat('0123456789abcdef'.repeat(14))
const LONG_NAME = 'Śrī Veṅkaṭanarasiṃharājuvāripēṭa Subrahmaṇya Bālakr̥ṣṇamūrti Wholesale & Retail Stationery Traders'

const line = (by: Line['by'], minutesAgo: number, text: string, more: Partial<Line> = {}): Line => ({
  by,
  channel: 'app',
  text,
  minutesAgo,
  ...more,
})

const named: Someone[] = [
  {
    name: LONG_NAME,
    email:
      'the.very.long.mailbox.of.a.purchasing.department.with.many.words@a-very-long-name-of-a-wholesale-company.example',
    phone: '+919845011201',
    attributes: {
      a_rather_long_name_of_an_attribute_of_a_customer:
        'and a value that is at least as long as the name that it stands under',
      vip: true,
    },
    isPinned: true,
    isMuted: true,
    thread: [
      line('us', 3000, LONG_MAIL, {
        channel: 'email',
        subject:
          'Re: Fwd: Re: AW: Concerning the third lot of the second delivery of the first order of the year 2026-27',
      }),
      line('them', 90, UNBROKEN),
      line('them', 60, '👨‍👩‍👧‍👦🎉🚚💐', {}),
      line('us', 58, 'مرحبا، طلبك رقم 1784 في الطريق اليك، and it will be there on Thursday.'),
      line('them', 40, `1. first\n2. second\n\n${'and on '.repeat(80)}`),
      line('us', 30, 'ok', { reaction: '👨‍👩‍👧‍👦' }),
    ],
  },
  {
    name: 'شركة الرياض للتجارة والمقاولات العامة المحدودة',
    phone: '+966501234567',
    thread: [line('them', 35, 'السلام عليكم، متى تصل الشحنة؟')],
  },
  {
    name: '🚚🔥💯 Rocket 🚀🚀🚀',
    phone: '+919900412345',
    thread: [line('us', 1500, `SMS ${'long '.repeat(70)}`, { channel: 'sms', fails: 'UNDELIV' })],
  },
  {
    name: 'भारतीय हस्तशिल्प एवं हथकरघा निर्यात संवर्धन सहकारी समिति मर्यादित, जिला कार्यालय वाराणसी',
    email: 'samiti@hastashilp.example',
    thread: [
      line('them', 50, 'कृपया यथाशीघ्र विस्तृत कोटेशन एवं नमूने भेजने की व्यवस्था करें। '.repeat(12), {
        channel: 'email',
        subject: 'विस्तृत कोटेशन एवं नमूनों के सम्बन्ध में',
      }),
    ],
  },
  { name: 'O', phone: '+919815066002', thread: [line('them', 55, '?')] },
  { name: '<b>Robert</b>"; drop table contacts; --', email: 'bobby@tables.example' },
  { name: '株式会社 山田織物 大阪支店', email: 'yamada@orimono.example' },
]

export const ugly: Cast = {
  organization:
    'The Extraordinarily Long Named Private Limited Company of Weavers, Dyers and Printers of Western Gujarat',
  colleagues: [
    {
      name: 'Tirumalai Krishnamacharya Venkatanarasimharajuvaripeta Subramanian Iyer',
      email: 'tirumalai.krishnamacharya.subramanian.iyer@a-very-long-name-of-a-company.example',
      role: 'owner',
    },
    { name: '👑', email: 'x@y.example', role: 'admin' },
    { name: 'عبد الرحمن بن عبد العزيز', email: 'abd@riyadh.example', role: 'agent' },
  ],
  invited: ['a.very.long.address.of.somebody.who.was.invited.twice@a-very-long-name-of-a-company.example'],
  role: {
    name: 'Second-level support for wholesale customers outside of India',
    permissions: ['contacts.view', 'conversations.view', 'messages.view', 'messages.send', 'templates.view'],
  },
  contacts: [
    ...named,
    ...Array.from({ length: OTHERS }, (_, n): Someone => ({ name: `${LONG_NAME} ${n}`, email: `c${n}@long.example` })),
  ],
  group: {
    name: 'Everybody who ever bought anything wholesale, retail or at the fair, in any of the nine branches',
    description: 'A description that goes on and on, as descriptions do when nobody reads them. '.repeat(3).trim(),
  },
  lists: [{ name: LONG_NAME, description: 'निर्यात संवर्धन '.repeat(12).trim() }],
  segments: [
    {
      name: LONG_NAME,
      filter: (list) => ({
        all: [
          { attribute: 'x'.repeat(64), contains: LONG_NAME },
          { any: [{ list_id: list }, { all: [{ consent: 'app' }, { not: { any: [{ list_id: list }] } }] }] },
          { created_at: { after: '2025-01-01', before: 1767229261 } },
        ],
      }),
    },
  ],
  campaigns: { subject: LONG_NAME, text: LONG_MAIL.slice(0, 600), sms: 'नमस्ते! '.repeat(30).trim() },
  marketing: {
    template: {
      name: 'announcement_of_the_export_promotion_council_to_all_registered_members',
      channel: 'app',
      language: 'hi',
      category: 'marketing',
      text: `नमस्ते {{name}}, {{city}}। ${'निर्यात संवर्धन '.repeat(30)}`,
      footer: 'भारतीय हस्तशिल्प एवं हथकरघा निर्यात संवर्धन समिति',
      buttons: [
        { type: 'quick_reply', text: 'विस्तृत जानकारी चाहिए' },
        { type: 'url', text: 'www.hastashilp.example', url: 'https://www.hastashilp.example/catalogue' },
      ],
    },
    completed: LONG_NAME,
    paused: `${LONG_NAME} 2`,
    scheduled: `${LONG_NAME} 3`,
    draft: `${LONG_NAME} 4`,
  },
  form: {
    name: LONG_NAME,
    slug: `enquiry-${'very-long-'.repeat(3)}form`,
    title: 'कृपया यथाशीघ्र विस्तृत जानकारी देने की व्यवस्था करें '.repeat(2).trim(),
    answers: [
      { name: LONG_NAME, email: 'ok@long.example', fabric: 'Silk', stars: '1', wish: 'कृपया '.repeat(100).trim() },
      {
        name: '<b>Robert</b>"; drop table forms; --',
        email: 'bobby@tables.example',
        fabric: 'Linen',
        stars: '2',
        wish: '?',
      },
    ],
  },
  formDomain: 'forms.the-extraordinarily-long-named-company-of-weavers-and-dyers.example',
  templates: [
    {
      name: 'a_very_long_name_of_a_template_that_says_what_it_is_for_and_for_whom',
      channel: 'sms',
      language: 'hi',
      category: 'service',
      text: `{{a_variable_with_a_long_name}} ${'निर्यात '.repeat(40)}`,
      registered_id: '1107161234567890123',
      header: 'WEAVER',
    },
    {
      name: 'rtl',
      channel: 'email',
      language: 'en',
      category: 'marketing',
      subject: 'مرحبا {{name}}',
      html: `<table width="1400" border="1"><tr><td>${'wide '.repeat(60)}</td></tr></table>`,
      text: LONG_MAIL.slice(0, 2000),
    },
  ],
  profile: {
    legal_name: 'The Extraordinarily Long Named Private Limited Company of Weavers, Dyers and Printers of Gujarat',
    address_lines: ['Unit 1204–1207, Shree Siddhivinayak Commercial Complex, behind the old textile market'],
    state_code: '24',
    email: 'the.very.long.mailbox.of.the.accounts.department@a-very-long-name-of-a-company.example',
  },
  recharges: ['100.00', '999999.00'],
  autoRecharge: { enabled: true, threshold: '5000.00', amount: '25000.00' },
  refund: { amount: '0.01', note: 'ब्योरा '.repeat(60).trim() },
  webhooks: [{ description: `${'Very '.repeat(20)}long`, event_types: ['*'] }],
  tokens: ['Token of the nightly synchronisation between the warehouse in Kandla and the office in Surat 🏭'],
  serviceUsers: ['Nightly synchronisation between the warehouse in Kandla and the office in Surat'],
  domains: ['mail.the-extraordinarily-long-named-company-of-weavers-and-dyers.example'],
  csv: `name,email,phone\n${'x'.repeat(300)},bad,\n${LONG_NAME},ok@long.example,\n`,
}
