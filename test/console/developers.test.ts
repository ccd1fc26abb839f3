// The developer pages of the console, in a real browser: tokens, service users, webhooks, events.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { startSamvad } from '../harness.ts'
import { isLong, onlyLong } from '../long-stories.ts'
import { eventually } from '../program.ts'
import { person } from '../story.ts'
import { isGenuine, startReceiver } from '../webhooks.ts'
import { looks, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'

const skip = whyNoBrowser
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' })
const asha = person(samvad)
samvad.startWorker()
const console = skip ? (null as never) : await openConsole(samvad)
let owner: Visitor

before(async () => {
  if (!skip) owner = await console.signIn('owner')
})

/** Runs a copied command, and returns the service's answer. */
async function run(command: string): Promise<any> {
  assert.match(command, /^curl /)
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`])
  return JSON.parse(stdout)
}

const codeIn = ({ page }: Visitor, place: number) => page.getByRole('dialog').locator('pre').nth(place).innerText()

test('spec 2.2, 2.3, 2.6: a token is made with few permissions, shown once with a command that works, and revoked', {
  skip,
}, async () => {
  const { page } = owner
  await owner.goWithin('developers')
  await page.waitForURL(/developers\/tokens/)
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByLabel('Name').fill('Shop — दुकान 🛍️')
  await page.getByLabel('Expires').selectOption({ label: 'In 30 days' })
  await page.getByLabel('Permissions').selectOption({ label: 'Selected permissions' })
  await page.getByLabel('View contacts', { exact: true }).check()
  await page.getByLabel('Allowed IP addresses').fill('not an address')
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByLabel('Allowed IP addresses').fill('127.0.0.0/8')
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
  await page.getByText('Copy the token now').waitFor()
  const secret = await codeIn(owner, 0)
  const command = await codeIn(owner, 1)
  assert.ok(command.includes(secret))
  const me = await run(command)
  assert.deepEqual(me.permissions, ['contacts.view'])
  await page.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /Shop/ })
  await row.getByText('1 permission').waitFor()
  assert.ok(!(await page.content()).includes(secret), 'never again')
  await mustBeFine(owner, 'tokens')

  await row.getByRole('button', { name: /^Revoke/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await row.waitFor({ state: 'detached' })
  // Within 5 seconds.
  await eventually('it opens nothing', async () => (await run(command)).code === 'unauthenticated')

  if (!isLong) return
  const agent = await console.signIn('agent')
  await agent.go('developers/tokens')
  await agent.page.getByRole('row').nth(1).waitFor()
  assert.equal(await agent.page.getByRole('row', { name: /owner/ }).count(), 0, 'those of others are not theirs to see')
  assert.equal(await agent.page.getByRole('link', { name: 'Webhooks' }).count(), 0)
  await agent.leave()
})

test('spec 1.16: a service user gets a role and a token that acts as it', { skip: skip || onlyLong }, async () => {
  const { page } = owner
  await owner.goWithin('developers/service-users')
  await page.getByRole('button', { name: 'Create service user' }).click()
  await page.getByLabel('Name').fill('Order robot')
  await page.getByRole('dialog').getByRole('button', { name: 'Create service user' }).click()
  await page
    .getByRole('row', { name: /Order robot/ })
    .getByRole('link', { name: 'Access tokens' })
    .click()
  await page.getByText('No access tokens yet').waitFor()
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Orders')
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
  await page.getByText('Copy the token now').waitFor()
  const me = await run(await codeIn(owner, 1))
  assert.equal(me.user.display_name, 'Order robot')
  await page.getByRole('button', { name: 'Done' }).click()
  await owner.goWithin('developers/service-users')
  await mustBeFine(owner, 'service users')
  await page.getByRole('button', { name: 'More actions for Order robot' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No service users yet').waitFor()
})

test('spec 14.17: a webhook reaches a server, its failure shows with its answer, and it is sent again and replayed', {
  skip,
}, async () => {
  const receiver = await startReceiver()
  const { page } = owner
  await owner.goWithin('developers/webhooks')
  await page.getByRole('button', { name: 'Create endpoint' }).click()
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByLabel('Events').selectOption({ label: 'Selected events' })
  await page.getByLabel('All contact events', { exact: true }).check()
  assert.ok(await page.getByLabel('contact.created').isDisabled(), 'it is among all of its noun')
  await page.getByRole('dialog').getByRole('button', { name: 'Create endpoint' }).click()
  await page.getByText('Copy the signing secret now').waitFor()
  const secret = await codeIn(owner, 0)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.waitForURL(/webhooks\/whe_/)
  await page.getByText('No deliveries yet').waitFor()

  await page.getByRole('button', { name: 'Send test event' }).click()
  await page.getByText(/endpoint returned 200/).waitFor()
  const before = receiver.received.length
  await asha.make('/v1/contacts', { display_name: 'Ravi' })
  const log = page.getByRole('table', { name: 'Deliveries' })
  // Without a reload.
  await log.getByText('Delivered').first().waitFor()
  const [first] = receiver.received.slice(before)
  assert.ok(first && isGenuine(secret, first.headers, first.text))
  await mustBeFine(owner, 'webhook')

  receiver.answer = (_, response) => response.writeHead(503).end('come back')
  await asha.make('/v1/contacts', { display_name: 'Asha' })
  await log.getByText('Retrying').waitFor()
  await log
    .getByRole('row', { name: /Retrying/ })
    .getByRole('button', { name: /^View/ })
    .click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('503').first().waitFor()
  await sheet.getByText('"Asha"').waitFor()
  await sheet.getByText(/webhook-id: evt_/).waitFor()
  receiver.answer = (_, response) => response.writeHead(200).end('thanks')
  await sheet.getByRole('button', { name: 'Resend event' }).click()
  await sheet.getByText('Attempt 2').waitFor()
  await sheet.getByText('Delivered').waitFor()
  await mustBeFine(owner, 'webhook delivery')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })

  if (!isLong) return
  await page.getByRole('button', { name: 'Replay' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
  await page.getByText('Replaying 2 events').waitFor()
  await log
    .getByRole('row', { name: /Delivered Replay/ })
    .nth(1)
    .waitFor()
  assert.ok(receiver.received.some(({ headers }) => headers['webhook-replay'] === 'true'))

  await page.getByRole('button', { name: /^More actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByText('Copy the signing secret now').waitFor()
  assert.notEqual(await codeIn(owner, 0), secret)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Previous secret valid until').waitFor()

  receiver.answer = (_, response) => response.writeHead(410).end()
  await asha.make('/v1/contacts', { display_name: 'Gone' })
  await page.getByText('it returned 410').waitFor()
  await mustBeFine(owner, 'webhook switched off')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('button', { name: 'Replay' }).waitFor()
})

test('spec 14.22: events come as they happen, are filtered by the address, and show what they tell', {
  skip,
}, async () => {
  const { page } = owner
  await owner.goWithin('developers/events?type=group.*')
  await page.getByText('No events match these filters').waitFor()
  await asha.make('/v1/groups', { name: 'Regulars' })
  await page
    .getByRole('row', { name: /group\.created/ })
    .getByRole('button', { name: /^View/ })
    .click()
  await page.getByRole('dialog').getByText('"Regulars"').waitFor()
  assert.match(page.url(), /event=evt_/)
  await mustBeFine(owner, 'event')
})

/** The stories above check these pages in light mode. */
const seen = ['tokens', 'service-users']
const unseen = isLong ? ['webhooks', 'events', 'api'] : ['api']

for (const { colorScheme, language } of looks)
  test(`every page of developers is whole in the ${colorScheme} and in ${language}`, { skip }, async () => {
    const visitor = language === 'en' ? owner : await console.signIn('owner', { colorScheme, language })
    for (const name of language === 'en' ? unseen : [...seen, ...unseen]) {
      await visitor.goWithin(`developers/${name}`)
      await mustBeFine(visitor, `${name}-${colorScheme}-${language}`)
    }
  })
