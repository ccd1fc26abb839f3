// A typical shop: sarees by mail order from Bengaluru, two years old, with regular customers.

import type { Cast, Line, Someone } from './cast.ts'
import { selling } from './shop-selling.ts'

const HOUR = 60
const DAY = 24 * HOUR

const FIRST = ['Aarav', 'Ananya', 'Arjun', 'Deepika', 'Farhan', 'Gauri', 'Harpreet', 'Ishita', 'Joseph', 'Kavya']
const LAST = [
  'Agarwal',
  'Bhatt',
  'Chowdhury',
  'D’Souza',
  'Fernandes',
  'Gowda',
  'Iyer',
  'Joshi',
  'Khan',
  'Menon',
  'Naidu',
]
const CITIES = ['Bengaluru', 'Mysuru', 'Chennai', 'Hyderabad', 'Pune', 'Kochi', 'Jaipur']
const OTHERS = 230

/** Further contacts, with addresses only. */
function others(): Someone[] {
  return Array.from({ length: OTHERS }, (_, n) => {
    const [first, last] = [
      FIRST[n % FIRST.length] as string,
      LAST[(n * 7 + Math.floor(n / 10)) % LAST.length] as string,
    ]
    const mailbox = `${first}.${last}${n}`.toLowerCase().replaceAll('’', '')
    return {
      name: `${first} ${last}`,
      email: `${mailbox}@mail.example`,
      ...(n % 3 !== 0 && { phone: `+9198450${String(10_000 + n * 37)}` }),
      attributes: { city: CITIES[n % CITIES.length] as string, orders: (n * 13) % 17 },
    }
  })
}

const them = (minutesAgo: number, text: string, more: Partial<Line> = {}): Line => ({
  by: 'them',
  channel: 'app',
  text,
  minutesAgo,
  ...more,
})
const us = (minutesAgo: number, text: string, more: Partial<Line> = {}): Line => ({
  by: 'us',
  channel: 'app',
  text,
  minutesAgo,
  ...more,
})

const withThreads: Someone[] = [
  {
    name: 'Ravi Kumar',
    email: 'ravi.kumar@mail.example',
    phone: '+919845011201',
    attributes: { city: 'Bengaluru', orders: 14, since: 'March 2024' },
    isPinned: true,
    thread: [
      us(2 * DAY, 'Your order A-1784 is packed: two Mysore silk sarees, one in maroon, one in bottle green.', {
        channel: 'email',
        subject: 'Your order A-1784 is packed',
      }),
      us(1 * DAY + 3 * HOUR, 'Asha Textiles: order A-1784 left today with BlueDart, AWB 7730 1182.', {
        channel: 'sms',
      }),
      them(52, 'Hello! The tracking page says “out for delivery”. Will it come before 6?'),
      us(49, 'Good morning Ravi. Yes, the driver has it, between 2 and 4 this afternoon.'),
      them(46, 'Perfect 🙏 I am at work until 3, my mother is at home.'),
      us(44, 'Then we tell him to ring twice. Is the address still 14, 3rd Cross, Jayanagar?', { reaction: '👍' }),
      them(12, 'Yes. One more thing: can I still add a blouse piece in the same green?'),
    ],
  },
  {
    name: 'लता देशपांडे',
    email: 'lata.deshpande@mail.example',
    phone: '+919822034417',
    attributes: { city: 'Pune', orders: 6 },
    thread: [
      them(3 * HOUR, 'नमस्ते, पैठणी साड़ी लाल रंग में कब तक आएगी?'),
      us(2 * HOUR + 40, 'नमस्ते लता जी, अगले सोमवार तक आ जाएगी। क्या आपके लिए एक रख दें?'),
      them(31, 'जी हाँ, एक रख दीजिए। भुगतान UPI से करूँगी। 🌸'),
    ],
  },
  {
    name: 'Meenakshi Iyer',
    email: 'meenakshi.iyer@mail.example',
    phone: '+919840055210',
    thread: [
      them(5 * HOUR, 'The zari on the border came loose after the first wash. What can you do?', {
        channel: 'email',
        subject: 'Order A-1699: border came loose',
      }),
      us(
        4 * HOUR,
        'We are sorry. Please send one picture of the border; we exchange it, and the courier takes the old one along.',
        {
          channel: 'email',
          subject: 'Re: Order A-1699: border came loose',
        },
      ),
    ],
  },
  {
    name: 'Imran Sheikh',
    phone: '+919900412345',
    thread: [
      us(DAY + 2 * HOUR, 'Asha Textiles: your return A-1702 has arrived, ₹4,250 go back to your card within 3 days.', {
        channel: 'sms',
        fails: 'UNDELIV',
      }),
    ],
  },
  {
    name: 'Sunrise Boutique, Mysuru',
    email: 'orders@sunrise-boutique.example',
    thread: [
      them(DAY + 6 * HOUR, 'Please quote for 40 cotton sarees, mixed colours, delivery by the 5th of December.', {
        channel: 'email',
        subject: 'Quotation wanted: 40 cotton sarees',
      }),
      us(DAY + 5 * HOUR, 'Thank you. ₹1,12,000 for 40, with GST and transport; the offer stands until Friday.', {
        channel: 'email',
        subject: 'Re: Quotation wanted: 40 cotton sarees',
      }),
    ],
  },
  {
    name: 'Gurpreet Kaur',
    email: 'gurpreet.kaur@mail.example',
    phone: '+919815066002',
    isMuted: true,
    thread: [them(2 * DAY, 'Thank you, it is beautiful ❤️')],
  },
  {
    name: 'Thomas Fernandes',
    email: 'thomas.fernandes@mail.example',
    phone: '+919823071188',
    thread: [
      us(3 * DAY, 'Your invoice for order A-1761 is in your mailbox. Anything else, just answer here.', {
        channel: 'email',
        subject: 'Invoice for order A-1761',
      }),
    ],
  },
  {
    name: 'Nandini Gowda',
    phone: '+919845099812',
    thread: [us(4 * DAY, 'Asha Textiles: the shop in Malleshwaram is open on Sunday, 10 to 6.', { channel: 'sms' })],
  },
]

export const shop: Cast = {
  organization: 'Asha Textiles',
  colleagues: [
    { name: 'Asha Patel', email: 'asha@ashatextiles.example', role: 'owner' },
    { name: 'Devendra Joshi', email: 'devendra@ashatextiles.example', role: 'admin' },
    { name: 'Latha Rao', email: 'latha@ashatextiles.example', role: 'agent' },
    { name: 'Imtiaz Ahmed', email: 'imtiaz@ashatextiles.example', role: 'agent' },
    { name: 'Sunita Verma', email: 'sunita@ashatextiles.example', role: 'billing' },
  ],
  invited: ['priya@ashatextiles.example', 'accounts@shah-and-shah.example'],
  role: { name: 'Packing', permissions: ['contacts.view', 'conversations.view', 'messages.view'] },
  contacts: [...withThreads, ...others()],
  group: { name: 'Regular customers', description: 'Three orders or more since the shop opened' },
  lists: [
    { name: 'Diwali 2026', description: 'Ordered for Diwali' },
    { name: 'Boutiques', description: 'Who buys to sell' },
    { name: 'Newsletter', description: 'Asked for it on the website' },
  ],
  segments: [
    { name: 'New this month', filter: () => ({ created_at: { within_days: 30 } }) },
    { name: 'Quiet for 60 days', filter: () => ({ not: { last_active_at: { within_days: 60 } } }) },
    {
      name: 'Regulars in Pune and Bengaluru',
      filter: (list) => ({
        all: [
          { attribute: 'orders', after: 5 },
          {
            any: [
              { attribute: 'city', is: 'Pune' },
              { attribute: 'city', is: 'Bengaluru' },
            ],
          },
          { reachable: 'email' },
          { not: { list_id: list } },
        ],
      }),
    },
  ],
  campaigns: {
    subject: 'New this week: handloom cottons from Ilkal',
    text: 'Twelve new colours came in on Monday. Free delivery within Karnataka until Sunday.',
    sms: 'Asha Textiles: new Ilkal cottons are in. Free delivery in Karnataka until Sunday.',
  },
  ...selling,
  templates: [
    {
      name: 'order_left',
      channel: 'sms',
      language: 'en',
      category: 'transactional',
      text: 'Asha Textiles: order {{order}} left today with {{courier}}. It reaches you by {{day}}.',
      registered_id: '1107161234567890123',
      header: 'ASHATX',
    },
    {
      name: 'order_left',
      channel: 'app',
      language: 'hi',
      category: 'utility',
      text: 'नमस्ते {{name}}, आपका ऑर्डर {{order}} आज निकल चुका है।',
    },
    {
      name: 'welcome',
      channel: 'email',
      language: 'en',
      category: 'marketing',
      subject: 'Welcome to Asha Textiles, {{name}}',
      html: '<h1>Welcome, {{name}}</h1><p>Every saree is woven to order. Your first delivery is free.</p>',
      text: 'Welcome, {{name}}. Every saree is woven to order. Your first delivery is free.',
    },
    {
      name: 'payment_reminder',
      channel: 'app',
      language: 'en',
      category: 'utility',
      text: 'Hello {{name}}, ₹{{amount}} of order {{order}} are due on {{day}}.',
    },
  ],
  profile: {
    legal_name: 'Asha Textiles Private Limited',
    gstin: '29AAGCB7383J1Z4',
    address_lines: ['14, Commercial Street', 'Bengaluru 560001'],
    state_code: '29',
    email: 'accounts@ashatextiles.example',
    phone: '+918022334455',
  },
  recharges: ['50000.00', '75000.00', '125000.00', '250000.00'],
  autoRecharge: { enabled: true, threshold: '5000.00', amount: '10000.00' },
  refund: { amount: '7500.00', note: 'The UPI app debited us twice on Monday; both have the same reference.' },
  webhooks: [
    { description: 'Order system', event_types: ['message.sent', 'message.failed', 'message.received'] },
    { description: 'Accounts (Tally)', event_types: ['recharge.completed', 'invoice.generated'] },
  ],
  tokens: ['Order system', 'Website form'],
  serviceUsers: ['Order system', 'Warehouse'],
  domains: ['ashatextiles.example'],
  csv: 'name,email,phone\nRekha Pillai,rekha.pillai@mail.example,+919845700111\nBad Row,not-an-address,\nVinod Shetty,vinod@mail.example,+919845700112\n',
}
