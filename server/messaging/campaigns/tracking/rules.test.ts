// Which links of a mail are tracked, and which requests count as a person's.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSealer } from '#kit/crypto.ts'
import type { Uuid } from '#kit/ids.ts'
import { createCampaignLinks } from './links.ts'
import { isProgram, trackedContent, trackedHtml, type Visit } from './rules.ts'

const tracked = {
  linkTo: (url: string) => `https://s.example/l/T?u=${encodeURIComponent(url)}&x`,
  image: 'https://s.example/i/T',
  untouched: 'https://s.example/unsubscribe/',
}
const IMAGE = '<img src="https://s.example/i/T" width="1" height="1" alt="" style="display:block;border:0">'
const linked = (url: string) => `"https://s.example/l/T?u=${encodeURIComponent(url)}&amp;x"`
const TO_SHOP = linked('https://shop.example/a?b=1&c=2')

test('spec 15.20: links of the HTML to the web are counted, and nothing else of it changes', () => {
  const cases: [html: string, becomes: string][] = [
    ['<p>Hi</p>', `<p>Hi</p>${IMAGE}`],
    [
      '<a href="https://shop.example/a?b=1&amp;c=2">x</a></BODY></html>',
      `<a href=${TO_SHOP}>x</a>${IMAGE}</BODY></html>`,
    ],
    [
      "<A class=b HREF = ' https://shop.example/a?b=1&c=2 ' id=c>x</A>",
      `<A class=b HREF = ${TO_SHOP} id=c>x</A>${IMAGE}`,
    ],
    ['<a href=https://shop.example/a?b=1&c=2>x</a>', `<a href=${TO_SHOP}>x</a>${IMAGE}`],
    ['<area href="https://shop.example/a?b=1&c=2">', `<area href=${TO_SHOP}>${IMAGE}`],
  ]
  for (const same of [
    '<a href="mailto:a@b.example">x</a>',
    '<a href="tel:+919812300001">x</a><a name="top" href>x</a><a href="#top">x</a><a>x</a>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="https://s.example/unsubscribe/abc">Stop</a>',
    '<a title=" href=https://evil.example/ " data-href="https://evil.example/">x</a>',
    '<!-- <a href="https://shop.example/">x</a> --><link href="https://shop.example/a.css">',
    '<style>a::before { content: "<a href=https://shop.example/>" }</style>',
    `<a href="https://shop.example/${'a'.repeat(2000)}">x</a>`,
    'a < b <',
    '<a href="https://shop.example/',
    '',
  ])
    cases.push([same, same + IMAGE])
  for (const [html, becomes] of cases) assert.equal(trackedHtml(html, tracked), becomes)
  const mail = { subject: 'Offer', text: null, html: '<a href="https://shop.example/">Shop</a>' }
  assert.equal(trackedContent(mail, tracked).text, 'Shop (https://shop.example/)', 'the text shows where a link leads')
  assert.deepEqual(trackedContent({ ...mail, text: 'Hi', html: null }, tracked), { ...mail, text: 'Hi', html: null })
})

test('spec 15.20: a link works for the address that it was signed for, and names neither contact nor address', () => {
  const [first, second] = ['01', '02'].map((byte) => byte.repeat(32)) as [string, string]
  const sealerOf = (...keys: [string, ...string[]]) => createSealer(() => keys)
  const settings = { publicUrl: 'https://s.example' } as Parameters<typeof createCampaignLinks>[0]['settings']
  const links = createCampaignLinks({ sealer: sealerOf(first), settings })
  const mail = {
    organizationId: '01a21d05-9e7d-7060-a05c-2620cc67aebc' as Uuid,
    deliveryId: '01a21d05-9e7d-766a-950d-1e69f56f1b68' as Uuid,
  }
  const URL_TO = 'https://shop.example/a?b=1'
  const token = new URL(links.linkTo(mail, URL_TO)).pathname.slice('/l/'.length)
  assert.equal(new URL(links.linkTo(mail, URL_TO)).searchParams.get('u'), URL_TO)
  assert.deepEqual(links.read(token, URL_TO), mail)
  const image = new URL(links.imageOf(mail)).pathname.slice('/i/'.length)
  assert.deepEqual(links.read(image), mail)
  for (const [of, url] of [
    [token, 'https://evil.example/'],
    [token, `${URL_TO}&`],
    [token, undefined],
    [image, URL_TO],
    [`${token}=`, URL_TO],
    [token.slice(1), URL_TO],
    ['', URL_TO],
  ] as const)
    assert.equal(links.read(of, url), null)
  const rotated = createCampaignLinks({ sealer: sealerOf(second, first), settings })
  assert.deepEqual(rotated.read(token, URL_TO), mail, 'a mail outlives a key')
  assert.equal(createCampaignLinks({ sealer: sealerOf(second), settings }).read(token, URL_TO), null)
})

test('spec 15.20: a person is told from scanners, prefetching and previews', () => {
  const chrome =
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
  const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
  const person: Visit = { kind: 'click', isHead: false, userAgent: chrome, purpose: '   ', sinceSentMs: 60_000 }
  const people: Partial<Visit>[] = [
    {},
    { kind: 'open' },
    { kind: 'open', userAgent: gmail, sinceSentMs: 1000 },
    { kind: 'open', userAgent: 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html' },
    { userAgent: chrome.replace('Android 14', 'Android 14; CUBOT NOTE 50') },
  ]
  const programs: Partial<Visit>[] = [
    { isHead: true },
    { purpose: 'prefetch;anonymous-client-ip   ' },
    { purpose: ' preview  ' },
    { userAgent: '' },
    { sinceSentMs: 9_999 },
    { sinceSentMs: null },
    { kind: 'open', userAgent: 'Mozilla/5.0' },
    { kind: 'open', userAgent: `${chrome} Edge/12.246 Mozilla/5.0` },
    ...['Googlebot/2.1', 'curl/8.5.0', 'python-requests/2.32', 'Go-http-client/2.0', 'facebookexternalhit/1.1'].map(
      (userAgent) => ({ userAgent }),
    ),
    { userAgent: 'BarracudaCentral Link Protection' },
  ]
  for (const one of people) assert.equal(isProgram({ ...person, ...one }), false, JSON.stringify(one))
  for (const one of programs) assert.equal(isProgram({ ...person, ...one }), true, JSON.stringify(one))
})
