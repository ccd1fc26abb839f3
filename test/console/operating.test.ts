// The operator's pages for organizations without accounts of their own: shared channel accounts, sign-in codes sent
// through them, and quarantined messages; and decisions about enterprise customers. In a real browser.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { indianMonth } from '#kit/india/calendar.ts'
import { titles } from '#kit/messages/titles.ts'
import { publicId } from '#kit/wire.ts'
import * as organizations from '#people/organizations/actions.ts'
import { words as waitingWords } from '../../console/src/operator/waiting-words.ts'
import { someNumber, startCloudApi } from '../cloud-api/server.ts'
import { startSamvad } from '../harness.ts'
import { onlyLong } from '../long-stories.ts'
import { until } from '../mail-story.ts'
import { newOperator } from '../prices.ts'
import { startSmppServer } from '../smpp/server.ts'
import { person } from '../story.ts'
import { type Console, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { button, says, section } from './page.ts'

const skip = whyNoBrowser
/** More than one page of the console's list. */
const CUSTOMERS = 52
const CODES = { 'verification_code.en': '1107000000000000001' }
const [smpp, cloud] = await Promise.all([startSmppServer(), startCloudApi()])
after(() => Promise.all([smpp.close(), cloud.close()]))
const samvad = await startSamvad(
  {
    SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8',
    SAMVAD_CLOUD_API_URL: cloud.url,
    SAMVAD_NOTICE_DLT_TEMPLATES: JSON.stringify(CODES),
  },
  // A month is inserted without the messages that would have led to it.
  { breaks: ['T1', 'T6'] },
)
const { company } = samvad
const operator = person(samvad, await newOperator(samvad))
const rooms = (skip ? null : await openConsole(samvad)) as Console
let boss: Visitor

before(async () => {
  if (skip) return
  samvad.startWorker()
  boss = await rooms.signInAsOperator()
})

const shared = (channel: 'app' | 'sms') => section(boss.page, channel === 'app' ? 'App' : 'SMS')
// Toasts are dialogs too.
const dialog = () => boss.page.locator('[role=dialog]:not([data-toast])')
const save = () => dialog().getByRole('button', { name: 'Save' }).click()
const saved = async () => {
  await save()
  await dialog().waitFor({ state: 'detached' })
}

test('spec 16.33, 21.75: shared accounts are set by their forms, tested, and show no secret', {
  skip,
}, async () => {
  const { page } = boss
  await boss.go('operator/channels')
  await shared('sms').getByText('Not set up').waitFor()
  await shared('sms').getByRole('button', { name: 'Set up' }).click()
  await says(page, 'sandbox turns off for good')
  await dialog().getByLabel('From', { exact: true }).fill('SAMVAD')
  await dialog().getByLabel('Host').fill('127.0.0.1')
  await dialog().getByLabel('Port').fill(String(smpp.port))
  await dialog().getByLabel('System ID').fill('samvad')
  await dialog().getByLabel('Password').fill('wrong')
  await dialog().getByLabel('Principal entity ID').fill('केवल अंक')
  await save()
  await dialog().locator('[name="dlt.entity_id"][aria-invalid=true]').waitFor()
  const summary = dialog().getByRole('alert').filter({ hasText: titles.en.invalid_content })
  assert.equal((await summary.innerText()).trim(), titles.en.invalid_content, 'the error at the field is not repeated')
  await dialog().getByLabel('Principal entity ID').fill('1101000000000000001')
  await saved()
  await shared('sms').getByRole('button', { name: 'Edit' }).click()
  await dialog().getByText('Already stored. Leave blank to keep it.').waitFor()
  await dialog().getByLabel('Password').fill('right')
  await mustBeFine(boss, 'shared-sms-form')
  await saved()
  await shared('sms').getByRole('button', { name: 'Test' }).click()
  await says(page, 'Test passed')
  assert.ok(smpp.binds.some(({ systemId, password }) => systemId === 'samvad' && password === 'right'))
  // Saving without the secret keeps it, and untouched fields.
  await shared('sms').getByRole('button', { name: 'Edit' }).click()
  await dialog().getByLabel('From', { exact: true }).fill('SAMVDN')
  await saved()
  const { from, settings, has_password } = (await operator.get('/v1/shared_channels/sms')).body
  assert.deepEqual(
    [from, settings.dlt.entity_id, settings.system_id, has_password],
    ['SAMVDN', '1101000000000000001', 'samvad', true],
  )

  const shown = await page.content()
  assert.ok(!shown.includes('"right"') && !shown.includes('>right<'))
  await mustBeFine(boss, 'shared-channels')
})

test('spec 16.33: a shared account of the app shows what to enter at Meta and no secret, and is removed', {
  skip: skip || onlyLong,
}, async () => {
  const { page } = boss
  await boss.go('operator/channels')
  await shared('app').getByRole('button', { name: 'Set up' }).click()
  await dialog().getByLabel('Phone number ID').fill(someNumber.phoneNumberId)
  await dialog().getByLabel('Business account ID (WABA)').fill(someNumber.businessAccountId)
  await dialog().getByLabel('Access token').fill(someNumber.accessToken)
  await dialog().getByLabel('App secret').fill(someNumber.appSecret)
  await saved()
  await shared('app').getByText('Enter these settings at your provider.').waitFor()
  const { callback_url } = (await operator.get('/v1/shared_channels/app')).body
  await shared('app').getByText(callback_url).waitFor()
  await shared('app').getByRole('button', { name: 'Test' }).click()
  // The number is valid, and the page states the problem: this installation is not reachable from outside.
  await says(page, /Meta cannot call http/)
  const shown = await page.content()
  for (const secret of [someNumber.accessToken, someNumber.appSecret])
    assert.ok(!shown.includes(`"${secret}"`) && !shown.includes(`>${secret}<`), secret)
  await shared('app').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByText('The sandbox does not come back.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await says(page, 'Account removed')
  await shared('app').getByRole('button', { name: 'Set up' }).waitFor()
})

/** The latest code sent to a number. */
const codeTo = (number: string) =>
  until(
    async () => smpp.taken.filter(({ to }) => `+${to}` === number).map(({ text }) => /^\d{6}/.exec(text)?.[0] ?? ''),
    (codes) => codes.length > 0,
  ).then((codes) => codes.at(-1) as string)

test('spec 14.120, 14.121: a number of one’s own is given, proven by the code that came to it, and taken away', {
  skip,
}, async () => {
  const agent = await rooms.signIn('agent')
  const { page } = agent
  await agent.go('settings/notifications')
  const ours = section(page, 'SMS number')
  const number = '+919812355501'
  await ours.getByLabel('Mobile number').fill('+91 98123-55501')
  await ours.getByRole('button', { name: 'Send code' }).click()
  await ours.getByText(number).first().waitFor()
  const code = await codeTo(number)
  await mustBeFine(agent, 'notification-code')
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  await ours.getByLabel('Code').fill(wrong)
  await ours.getByRole('button', { name: 'Verify' }).click()
  await ours.locator('[aria-invalid=true]').waitFor()
  await ours.getByText('4 attempts left').waitFor()
  await ours.getByLabel('Code').fill(`${code} `)
  await ours.getByRole('button', { name: 'Verify' }).click()
  await ours.getByText('Verified').waitFor()
  assert.equal(await ours.getByLabel('Code').count(), 0)
  const kept = () => samvad.rows("select verified_at from notification_numbers where phone_number = '+919812355501'")
  assert.notEqual((await kept())[0]?.verified_at, null)
  await ours.getByRole('button', { name: 'Remove number' }).click()
  await ours.getByLabel('Mobile number').waitFor()
  assert.equal((await kept()).length, 0)
  await agent.leave()
})

/** By SMS to the shared account, from a number that no message was sent to. */
async function writes(from: string, text: string): Promise<void> {
  const fields = { source_addr: from.slice(1), source_addr_ton: 1, destination_addr: 'SAMVDN', short_message: text }
  await until(
    async () => smpp.sessions().length,
    (bound) => bound > 0,
  )
  assert.equal(await smpp.deliver(fields), 0)
}

test('spec 16.38: what came in for nobody is shown to the operator, given to an organization or discarded', {
  skip,
}, async () => {
  const { page } = boss
  await samvad.app.database.transaction(async (tx) => {
    for (let count = 0; count < CUSTOMERS; count++) await organizations.create(tx, `Customer ${count}`, new Date())
  })
  await writes('+919812355601', 'Is this Asha? 🌾 नमस्ते')
  await writes('+919812355602', 'Win a lottery')
  await until(
    () => operator.get('/v1/quarantine'),
    ({ body }) => body.data.length === 2,
  )
  // The page of the shared accounts links there.
  await boss.go('operator/channels')
  await page.getByRole('link', { name: 'Open waiting list' }).click()
  const waiting = page.getByRole('list', { name: 'Waiting list' })
  const itemOf = (text: string) => waiting.getByRole('listitem').filter({ hasText: text })
  await itemOf('Is this Asha? 🌾 नमस्ते').getByText('+919812355601').waitFor()
  // By keyboard only.
  await itemOf('Is this Asha?').getByRole('link').focus()
  await page.keyboard.press('Enter')
  await dialog().getByText('SMS provider (SMPP)').waitFor()
  await dialog().getByRole('button', { name: 'Assign to organization' }).click()
  // One of more organizations than the list shows at once.
  await dialog().getByLabel('Search by name or ID').fill('asha tex')
  await dialog().getByLabel('Organization', { exact: true }).selectOption({ label: 'Asha Textiles' })
  await dialog().getByRole('button', { name: 'Assign to organization' }).click()
  await says(page, 'Message moved to the organization’s inbox')
  await itemOf('Is this Asha?').waitFor({ state: 'detached' })
  const inbound = () => samvad.rows("select text from messages where direction = 'inbound'")
  assert.deepEqual(await until(inbound, ({ length }) => length > 0), [{ text: 'Is this Asha? 🌾 नमस्ते' }])

  await itemOf('Win a lottery').getByRole('link').click()
  await dialog().getByRole('button', { name: 'Discard' }).click()
  await dialog().getByText('Its content is deleted for good.').waitFor()
  await dialog().getByLabel('Reason').fill('Advertising')
  await dialog().getByRole('button', { name: 'Discard' }).click()
  await says(page, waitingWords.en.noneOfKind)
  await page.getByRole('button', { name: 'Show all' }).click()
  await says(page, 'Incoming messages and reports that need your decision appear here.')
  assert.deepEqual((await operator.get('/v1/quarantine')).body.data, [])
})

test('spec 8.41: an organization that a month marked is found, refused without prices of its own, and decided with a note', {
  skip: skip || onlyLong,
}, async () => {
  const { page } = boss
  const month = indianMonth(samvad.app.clock())
  const marked = await samvad.newCompany('Bharat Tools')
  const values = [marked.organizationId, month]
  await samvad.rows(
    "insert into enterprise_eligibilities (org_id, channel, month, reached_at) values ($1, 'email', $2, now())",
    values,
  )
  await samvad.rows(
    "insert into month_counters (org_id, channel, month, message_count) values ($1, 'email', $2, 100200)",
    values,
  )
  await boss.goWithin('operator/organizations?filter=enterprise')
  await page.getByRole('link', { name: 'Bharat Tools' }).click()
  const ours = section(page, 'Enterprise pricing')
  await ours.getByText('Decision pending').waitFor()
  await ours.getByText('1,00,200').waitFor()
  await mustBeFine(boss, 'enterprise-open')
  await ours.getByRole('button', { name: 'Record decision' }).click()
  await dialog().getByRole('button', { name: 'Record decision' }).click()
  // A grant needs special prices: an error is shown, and the form stays.
  await dialog().getByRole('alert').first().waitFor()
  await dialog().getByLabel('Decision').selectOption({ label: 'Decline' })
  await dialog().getByLabel('Note').fill('Wanted 5 paise an email.')
  await dialog().getByRole('button', { name: 'Record decision' }).click()
  await dialog().waitFor({ state: 'detached' })
  await ours.getByText('Declined').waitFor()
  await ours.getByText('Wanted 5 paise an email.').waitFor()

  await button(page, 'Assign prices').click()
  await dialog().getByLabel('Price list').selectOption({ index: 1 })
  await dialog().getByLabel('Name').fill('Contract of Bharat')
  await dialog().getByRole('button', { name: 'Publish prices' }).click()
  await dialog().waitFor({ state: 'detached' })
  await ours.getByRole('button', { name: 'Record decision' }).click()
  await dialog().getByRole('button', { name: 'Record decision' }).click()
  await dialog().waitFor({ state: 'detached' })
  await ours.getByText('Granted').waitFor()
  const id = publicId('org', marked.organizationId)
  assert.equal((await operator.get(`/v1/organizations/${id}/enterprise`)).body.status, 'granted')
  assert.equal(company.organizationId === marked.organizationId, false)
})

test('spec 16.33: an HTTP gateway is shared too, with what is wrong told at its field', {
  skip: skip || onlyLong,
}, async () => {
  const { page } = boss
  await boss.goWithin('operator/channels')
  await shared('sms').getByRole('button', { name: 'Edit' }).click()
  await dialog().getByLabel('Protocol').selectOption('http')
  await dialog().getByLabel('URL', { exact: true }).fill('http://127.0.0.1:9/send')
  await dialog().getByLabel('Body').fill('{"to": "{to}", "text": "{text}"}')
  await save()
  await dialog().locator('[name="message_id"][aria-invalid=true]').waitFor()
  await dialog().locator('[name=message_id]').fill('/id')
  await save()
  // A secret is sent only to the server that it was entered for.
  await dialog().locator('[name="password"][aria-invalid=true]').waitFor()
  await dialog().getByLabel('Password').fill('key of the gateway')
  await mustBeFine(boss, 'shared-http-form')
  await saved()
  const { protocol, settings } = (await operator.get('/v1/shared_channels/sms')).body
  assert.deepEqual([protocol, settings.message_id], ['http', '/id'])
  await page.getByText('Set up account', { exact: true }).first().waitFor()
})
