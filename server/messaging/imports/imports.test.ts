// Imports over the API, from a file to contacts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eraseContact, extentOf } from '#privacy/erase.ts'
import { startSamvad, uuidOf } from '../../../test/harness.ts'
import { askForImport, errorsOf, IMPORTS, imported, importOf, uploaded, workOnImports } from '../../../test/imports.ts'
import { assertRefused, person } from '../../../test/story.ts'

const samvad = await startSamvad()
const asha = person(samvad)
const { organizationId } = samvad.company

const MAPPING = { Name: 'display_name', Email: 'email', Phone: 'phone_number' }
const counts = ({ status, rows, created, updated, skipped, failed }: Record<string, unknown>) => ({
  status,
  rows,
  created,
  updated,
  skipped,
  failed,
})
const eventsOf = ({ organizationId }: { organizationId: string }, type: string) =>
  samvad.rows<{ payload: unknown }>('select payload from events where org_id = $1 and type = $2', [
    organizationId,
    type,
  ])
const fresh = async (name: string) => {
  const company = await samvad.newCompany(name)
  return { company, who: person(samvad, company) }
}

test('spec 6.23: a preview shows encoding, separator, columns with suggestions and the first rows, and changes nothing', async () => {
  const text = '\ufeffName;Email;City\r\n"Ravi; Rao";ravi@farm.example;Pune\r\n'
  const attachment_id = await uploaded(samvad, Buffer.from(text, 'utf16le'))
  const preview = () => asha.post(`${IMPORTS}/preview`, { attachment_id })
  const first = await preview()
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(first.body, {
    filename: 'farmers.csv',
    size: text.length * 2,
    encoding: 'utf-16le',
    delimiter: ';',
    has_header: true,
    header_row: 1,
    columns: [
      { name: 'Name', suggested: 'display_name' },
      { name: 'Email', suggested: 'email' },
      { name: 'City', suggested: null },
    ],
    rows: [['Ravi; Rao', 'ravi@farm.example', 'Pune']],
  })
  assert.deepEqual((await preview()).body, first.body)
  const given = await asha.post(`${IMPORTS}/preview`, { attachment_id, delimiter: ',', has_header: false })
  assert.deepEqual(given.body.columns[0], { name: 'Column 1', suggested: null })
})

test('spec 6.24: rows become contacts with addresses as they are stored, attributes, consent, group and list', async () => {
  const { company, who } = await fresh('Pune Farms')
  const list = await who.make('/v1/lists', { name: 'Farmers' })
  const text = `Name,Email,Phone,City,Group,SMS
Ravi,Ravi@Farm.example,98765 43210,Pune,Dealers,yes
Meera,,+1 650 253 0000,"Nashik
Road",Dealers,no
"=cmd()",k@farm.example,,,,
`
  const fields = {
    list_id: list.id,
    mapping: { ...MAPPING, City: 'attributes.city', Group: 'group', SMS: 'consent.sms' },
    // For SMS the column decides.
    consent_channels: ['email', 'sms'],
  }
  const asked = await askForImport(samvad, text, fields, company)
  assert.equal(asked.status, 202, asked.text)
  assert.equal(asked.headers.get('location'), `/v1/imports/${asked.body.id}`)
  assert.deepEqual([asked.body.status, asked.body.progress, asked.body.errors_url], ['queued', 0, null])
  await workOnImports(samvad)
  const shown = await importOf(samvad, asked.body, company)
  assert.deepEqual(counts(shown), { status: 'completed', rows: 3, created: 3, updated: 0, skipped: 0, failed: 0 })
  const { data } = (await who.get('/v1/contacts')).body
  assert.deepEqual(
    data.map((one: any) => [
      one.display_name,
      one.email,
      one.phone_number,
      one.attributes,
      Object.keys(one.unsubscribed),
    ]),
    [
      ['=cmd()', 'k@farm.example', null, {}, []],
      ['Meera', null, '+16502530000', { city: 'Nashik\nRoad' }, ['sms']],
      ['Ravi', 'Ravi@Farm.example', '+919876543210', { city: 'Pune' }, []],
    ],
  )
  const [group] = (await who.get('/v1/groups')).body.data
  assert.deepEqual([group.name, group.contacts.length], ['Dealers', 2])
  assert.equal((await who.get(`/v1/lists/${list.id}`)).body.contact_count, 3)
  assert.equal((await who.get(`/v1/lists/${list.id}/members`)).body.data.length, 3)
  const consents = (await who.get(`/v1/contacts/${data[1].id}/consents`)).body.data
  assert.deepEqual(consents.map(({ source, status, channel }: any) => `${source} ${status} ${channel}`).toSorted(), [
    'import granted email',
    'import revoked sms',
  ])
  assert.equal(consents[0].text, `Row ${consents[0].import_row} of the file`)
  const [told] = await eventsOf(company, 'import.completed')
  assert.deepEqual(told?.payload, shown)
  assert.equal((await eventsOf(company, 'contact.created')).length, 3)
})

test('spec 6.25: who exists is skipped or updated, and joins the list either way; duplicates within the file are one', async () => {
  const { company, who } = await fresh('Nashik Grapes')
  const ravi = await who.make('/v1/contacts', { display_name: 'Ravi', email: 'ravi@x.example', attributes: { a: 1 } })
  await who.put(`/v1/contacts/${ravi.id}`, { unsubscribed: { email: 1767225600 } })
  const list = await who.make('/v1/lists', { name: 'All' })
  const text =
    'Name,Email,Phone,B,C\nRavi Rao,RAVI@x.example,9876543210,2,yes\nAsha,asha@x.example,,,\nA. Sharma,asha@x.example,,,\n'
  const mapping = { ...MAPPING, B: 'attributes.b', C: 'consent.email' }
  const skipped = await imported(samvad, text, { list_id: list.id, mapping }, company)
  assert.deepEqual(counts(skipped), { status: 'completed', rows: 3, created: 1, updated: 0, skipped: 2, failed: 0 })
  assert.equal((await who.get(`/v1/contacts/${ravi.id}`)).body.display_name, 'Ravi')
  assert.equal((await who.get(`/v1/lists/${list.id}`)).body.contact_count, 2)
  const updated = await imported(samvad, text, { list_id: list.id, mapping, existing: 'update' }, company)
  assert.deepEqual(counts(updated), { status: 'completed', rows: 3, created: 0, updated: 3, skipped: 0, failed: 0 })
  const after = (await who.get(`/v1/contacts/${ravi.id}`)).body
  assert.deepEqual(
    [after.display_name, after.phone_number, after.attributes],
    ['Ravi Rao', '+919876543210', { a: 1, b: '2' }],
  )
  assert.deepEqual(after.unsubscribed, { email: 1767225600 }, 'a file takes no unsubscription back')
  assert.equal((await who.get('/v1/contacts?email=asha@x.example')).body.data[0].display_name, 'A. Sharma')
  const told = (await eventsOf(company, 'contact.updated')).length
  const same = { mapping: { Name: 'display_name', Email: 'email' }, existing: 'update' }
  await imported(samvad, 'Name,Email\nRavi Rao,RAVI@x.example\n', same, company)
  assert.equal((await eventsOf(company, 'contact.updated')).length, told, 'no event without a change')
  assert.equal((await who.get(`/v1/lists/${list.id}`)).body.contact_count, 2)
})

test('spec 6.26: a row that is wrong fails alone, and is told with number, column and reason, safe to open', async () => {
  const { company, who } = await fresh('Wrong Rows')
  const one = await who.make('/v1/contacts', { email: 'one@x.example' })
  const two = await who.make('/v1/contacts', { phone_number: '+919876543211' })
  const text = `Name,Email,Phone,City
Good,good@x.example,,
Bad,nobody,,
=cmd(),,12345,

,,,Pune
,,,
Both,one@x.example,9876543211,
Much,m@x.example,,,surplus
`
  const shown = await imported(samvad, text, { mapping: MAPPING }, company)
  assert.deepEqual(counts(shown), { status: 'completed', rows: 6, created: 1, updated: 0, skipped: 0, failed: 5 })
  assert.match(shown.errors_url, new RegExp(`/v1/imports/${shown.id}/errors$`))
  const wrong = 'Name,Phone\nA,-9810000121\nB,9810000121.5\nC,9810000022 ext 5\nD,"9810000022, 9810000023"\n'
  const none = await imported(samvad, wrong, { mapping: { Name: 'display_name', Phone: 'phone_number' } }, company)
  assert.deepEqual([none.created, none.failed], [0, 4])
  const reasons = await errorsOf(samvad, none, company)
  assert.match(reasons, /^2,Phone,.*,phone_is_a_fraction,{},/m)
  assert.match(reasons, /^3,Phone,.*,phone_is_a_fraction,{},/m)
  assert.match(reasons, /^4,Phone,.*,phone_with_extension,{},/m)
  assert.match(reasons, /^5,Phone,/m)
  const lines = (await errorsOf(samvad, shown, company)).replace('\ufeff', '').split('\r\n')
  assert.equal(lines[0], 'import_row,import_column,import_reason,import_code,import_params,Name,Email,Phone,City')
  assert.match(lines[1] as string, /^3,Email,.* with one @.*,email_without_at,{},Bad,nobody,,$/)
  assert.match(lines[2] as string, /^4,Phone,.*,phone_not_valid_in,"{""country"":""IN""}",'=cmd\(\),,12345,$/)
  assert.match(lines[3] as string, /^6,,The row has neither a name nor an address.*,row_without_contact,{},,,,Pune$/)
  assert.ok((lines[4] as string).includes(one.id) && (lines[4] as string).includes(two.id))
  assert.match(lines[5] as string, /^9,,"The row has 5 cells.*,row_too_many_cells,"{""cells"":5,""columns"":4}",/)
})

test('spec 6.24: what cannot be is refused before anything is made', async () => {
  const refused = async (fields: object, field: string, bytes: string | Buffer = 'Name,Email\nRavi,r@x.example\n') =>
    assertRefused(await askForImport(samvad, bytes, fields), 422, 'invalid_content', field)
  await refused({ mapping: { Nombre: 'display_name' } }, 'mapping')
  await refused({ mapping: { Name: 'nickname' } }, 'mapping')
  await refused({ mapping: { Name: 'display_name', Email: 'attributes.__proto__' } }, 'mapping')
  await refused({ mapping: { Name: 'email', Email: 'email' } }, 'mapping')
  await refused({ mapping: { Name: 'attributes.name' } }, 'mapping')
  await refused({ mapping: { Name: 'display_name' }, country: 'XX' }, 'country')
  await refused({ mapping: { Name: 'display_name' } }, 'attachment_id', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'))
  await refused({ mapping: { Name: 'display_name' } }, 'attachment_id', '\n\n')
  await refused({ mapping: { Name: 'display_name' } }, 'attachment_id', `a${',b'.repeat(10_000)}\n`)
  const attachment_id = await uploaded(samvad, 'Name\nRavi\n')
  const mapping = { Name: 'display_name' }
  const stranger = await fresh('Strangers')
  assertRefused(await stranger.who.post(IMPORTS, { attachment_id, mapping }), 404, 'not_found', 'attachment_id')
  const { id: list_id } = await stranger.who.make('/v1/lists', { name: 'Theirs' })
  assertRefused(await asha.post(IMPORTS, { attachment_id, mapping, list_id }), 404, 'not_found', 'list_id')
  const keyed = { headers: { 'idempotency-key': 'import-1' } }
  const first = await asha.post(IMPORTS, { attachment_id, mapping }, keyed as never)
  assert.equal(first.status, 202, first.text)
  assert.equal((await asha.post(IMPORTS, { attachment_id, mapping }, keyed as never)).body.id, first.body.id)
  assertRefused(await asha.post(IMPORTS, { attachment_id, mapping }), 422, 'invalid_content', 'attachment_id')
})

test('spec 6.27: a file that cannot be read on ends with its reason; what stands before it is there', async () => {
  const { company } = await fresh('Hostile Files')
  const good = Array.from({ length: 300 }, (_, n) => `Farmer ${n}`).join('\n')
  const mapping = { Name: 'display_name' }
  for (const [rest, error] of [
    [`"${'never closed\n'.repeat(20_000)}`, 'quote_not_closed'],
    ['x'.repeat(5_000_000), 'row_too_long'],
    [`a${',b'.repeat(10_000)}`, 'too_many_columns'],
    ['\0\0\0', 'not_text'],
  ] as const) {
    // Places the error after the head, which the request already reads.
    const before = (await eventsOf(company, 'import.failed')).length
    const filling = `${'# padding '.repeat(15)}\n`.repeat(500)
    const shown = await imported(samvad, `Name\n${good}\n${filling}${rest}`, { mapping }, company)
    assert.deepEqual([shown.status, shown.error], ['failed', error], JSON.stringify(shown))
    assert.ok(shown.created >= 300 && shown.error_detail.length > 20, JSON.stringify(shown))
    assert.equal((await eventsOf(company, 'import.failed')).length, before + 1)
  }
})

test('spec 6.28: cancelled, an import stops and keeps what it made; removed, it is gone with its errors', async () => {
  const { company, who } = await fresh('Cancelled')
  const asked = await askForImport(samvad, 'Name\nRavi\n', { mapping: { Name: 'display_name' } }, company)
  // "Delete" of an import that still runs, and "Cancel" of one that has ended, change nothing.
  assertRefused(await who.delete(`${IMPORTS}/${asked.body.id}?only=ended`), 409, 'conflict')
  assert.equal((await who.delete(`${IMPORTS}/${asked.body.id}?only=under_way`)).status, 204)
  assertRefused(await who.delete(`${IMPORTS}/${asked.body.id}?only=under_way`), 409, 'conflict')
  await workOnImports(samvad)
  assert.equal((await importOf(samvad, asked.body, company)).status, 'cancelled')
  assert.equal((await eventsOf(company, 'import.cancelled')).length, 1)
  assert.deepEqual((await who.get('/v1/contacts')).body.data, [])
  assert.equal((await who.delete(`${IMPORTS}/${asked.body.id}`)).status, 204)
  assertRefused(await who.get(`${IMPORTS}/${asked.body.id}`), 404, 'not_found')
  await workOnImports(samvad)
  assert.deepEqual(await samvad.rows('select id from imports where org_id = $1', [company.organizationId]), [])
})

test('spec 6.24: a suppressed address is known of whoever the file makes', async () => {
  await asha.make('/v1/suppressions', { channel: 'email', address: 'gone@x.example' })
  await imported(samvad, 'Email\nGone@x.example\n', { mapping: { Email: 'email' } })
  const [row] = await samvad.rows('select suppressed from contacts where org_id = $1 and email is not null', [
    organizationId,
  ])
  assert.deepEqual(row?.suppressed, { email: 'manual' })
})

test('spec 6.13, 6.26: with a person who is erased go the rows of files that failed with their addresses', async () => {
  const { company, who } = await fresh('Erased')
  const contact = await who.make('/v1/contacts', { email: 'ravi@x.example', phone_number: '+919876543210' })
  const text = 'Name,Email,Phone\nA,Ravi@X.example,1\nB,nobody,098765-43210\nC,meera@x.example,2\n'
  const shown = await imported(samvad, text, { mapping: MAPPING }, company)
  assert.equal(shown.failed, 3)
  const scope = { organizationId: company.organizationId, at: samvad.app.clock() }
  await samvad.app.database.transaction(async (tx) => {
    const id = uuidOf('contact', contact.id)
    await eraseContact(tx, scope, id, await extentOf(tx, scope, id))
  })
  const lines = (await errorsOf(samvad, shown, company)).trim().split('\r\n')
  assert.deepEqual([lines.length, lines[1]?.includes('meera@x.example')], [2, true])
})
