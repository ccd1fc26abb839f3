// A template's header, footer and buttons in Meta's format, field by field, when it is created and when it is sent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newUuid } from '#kit/ids.ts'
import { numbered, outboundComponents } from '#messaging/templates/at-provider.ts'
import type { ReadComponents, TemplateComponents } from '#messaging/templates/components.ts'
import { type ReadTemplate, readTemplate } from '#messaging/templates/rules.ts'
import type { OutboundTemplate } from '../adapter.ts'
import { payloadOf } from './payload.ts'
import { componentsOf, isSaid, type ListedTemplate, listedAs } from './template-payload.ts'

const fileId = newUuid()
const components: TemplateComponents = {
  header: { type: 'text', text: 'Order {{number}}' },
  footer: 'Asha Textiles, Pune',
  buttons: [
    { type: 'quick_reply', text: 'Yes please' },
    { type: 'url', text: 'Track', url: 'https://shop.example/t/{{number}}' },
    { type: 'phone_number', text: 'Call us', phone_number: '+912025531234' },
    { type: 'copy_code', code: '{{code}}' },
  ],
}

function read(more: Partial<TemplateComponents> = {}): ReadTemplate {
  const text = 'Dear {{name}}, order {{number}} left.'
  const found = readTemplate('app', { subject: null, text, html: null, components: { ...components, ...more } })
  assert.ok(!('errors' in found), JSON.stringify(found))
  return found
}

const toldOf = (template: ReadTemplate, handle: string | null = null) => componentsOf(numbered(template), handle)

test('spec 15.45: a template is made at Meta with all of its components, each with places and examples of its own', () => {
  assert.deepEqual(toldOf(read()), [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['number'] } },
    { type: 'BODY', text: 'Dear {{1}}, order {{2}} left.', example: { body_text: [['name', 'number']] } },
    { type: 'FOOTER', text: 'Asha Textiles, Pune' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Yes please' },
        {
          type: 'URL',
          text: 'Track',
          url: 'https://shop.example/t/{{1}}',
          example: ['https://shop.example/t/number'],
        },
        { type: 'PHONE_NUMBER', text: 'Call us', phone_number: '+912025531234' },
        { type: 'COPY_CODE', example: 'CODECODE' },
      ],
    },
  ])
  const [header] = toldOf(read({ header: { type: 'image', attachment_id: fileId } }), '4::aW')
  assert.deepEqual(header, { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::aW'] } })
  const plain = read({
    header: { type: 'text', text: 'Hello' },
    footer: null,
    buttons: [{ type: 'copy_code', code: 'SAVE20' }],
  })
  assert.deepEqual(
    toldOf(plain).filter((one: any) => one.type !== 'BODY'),
    [
      { type: 'HEADER', format: 'TEXT', text: 'Hello' },
      { type: 'BUTTONS', buttons: [{ type: 'COPY_CODE', example: 'SAVE20' }] },
    ],
  )
})

const place = {
  type: 'location',
  latitude: '{{lat}}',
  longitude: '{{lng}}',
  name: 'Depot',
  address: '{{city}}',
} as const

test('spec 15.63: a location is made by its format alone, found again as Meta lists it, and sent whole with each message', () => {
  const template = read({ header: place, buttons: [] })
  assert.deepEqual(toldOf(template)[0], { type: 'HEADER', format: 'LOCATION' })
  const one = { name: 'order', language: 'en', id: '1', status: 'APPROVED' }
  const asListed = (components: object[]) => listedAs(one, { data: [{ ...one, components }] }) as ListedTemplate
  assert.ok(isSaid(numbered(template), asListed(toldOf(template))))
  const picture = { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['x'] } }
  assert.equal(isSaid(numbered(template), asListed([picture, ...toldOf(template).slice(1)])), false)
  const given = { lat: '18.5204', lng: '73.8567', city: 'Pune' }
  assert.deepEqual(sent(template, null, { ...variables, ...given })[0], {
    type: 'header',
    parameters: [
      {
        type: 'location',
        location: { latitude: '18.5204', longitude: '73.8567', name: 'Depot', address: 'Pune' },
      },
    ],
  })
})

test('spec 15.45: what Meta lists is compared in all of its components, whatever it makes of examples and of labels', () => {
  const name = { name: 'order', language: 'en' }
  const listed = (parts: object[]) =>
    listedAs(name, { data: [{ ...name, id: '1', status: 'APPROVED', components: parts }] }) as ListedTemplate
  const template = numbered(read({ header: { type: 'image', attachment_id: fileId } }))
  const asShown: any[] = structuredClone(componentsOf(template, 'x'))
  asShown[0].example.header_handle = ['https://scontent.whatsapp.net/v/1']
  Object.assign(asShown[3].buttons[2], { phone_number: '912025531234' })
  Object.assign(asShown[3].buttons[3], { text: 'Copy offer code', example: ['CODECODE'] })
  assert.ok(isSaid(template, listed(asShown)))
  const others: ((parts: any[]) => void)[] = [
    (parts) => parts.shift(),
    (parts) => (parts[0].format = 'VIDEO'),
    (parts) => (parts[1].text = 'Other'),
    (parts) => (parts[2].text = 'Other'),
    (parts) => (parts[3].buttons[0].text = 'No'),
    (parts) => (parts[3].buttons[1].url = 'https://shop.example/'),
    (parts) => parts[3].buttons.reverse(),
    (parts) => parts.push({ type: 'LIMITED_TIME_OFFER' }),
  ]
  for (const change of others) {
    const other = structuredClone(asShown)
    change(other)
    assert.equal(isSaid(template, listed(other)), false, String(change))
  }
})

const variables = { name: 'Ravi', number: 'A 1/क', code: 'SAVE20' }
function sent(template: ReadTemplate, media: Parameters<typeof payloadOf>[2] = null, values: object = variables): any {
  const outbound: OutboundTemplate = {
    id: newUuid(),
    name: 'order',
    language: 'en',
    registeredId: null,
    parameters: ['Ravi', 'A 1/क'],
    components: outboundComponents(template.components as ReadComponents, values as Record<string, string>),
  }
  const content = { subject: null, text: '', html: null, template: outbound, attachments: [] }
  const payload = payloadOf({ deliveryId: newUuid(), content }, { to: '919876543210' }, media)
  return (payload as any).template.components
}

test('spec 15.46: a message names only what Meta does not have: values by component and index, and files', () => {
  const text = (value: string) => [{ type: 'text', text: value }]
  assert.deepEqual(sent(read()), [
    { type: 'header', parameters: text('A 1/क') },
    { type: 'body', parameters: [...text('Ravi'), ...text('A 1/क')] },
    { type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ type: 'payload', payload: 'Yes please' }] },
    { type: 'button', sub_type: 'url', index: '1', parameters: text('A%201/%E0%A4%95') },
    { type: 'button', sub_type: 'copy_code', index: '3', parameters: [{ type: 'coupon_code', coupon_code: 'SAVE20' }] },
  ])
  const fixed = read({
    header: { type: 'document', attachment_id: fileId },
    buttons: [{ type: 'url', text: 'Shop', url: 'https://shop.example' }],
  })
  const [header, body, ...buttons] = sent(fixed, { type: 'document', id: '77', filename: 'bill.pdf' })
  assert.deepEqual(header, {
    type: 'header',
    parameters: [{ type: 'document', document: { id: '77', filename: 'bill.pdf' } }],
  })
  assert.deepEqual([body.type, buttons], ['body', []])
})
