// The operator's pages, in a real browser.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId } from '#kit/wire.ts'
import { createArrivals } from '#messaging/channels/arrivals/actions.ts'
import { pack } from '#messaging/channels/email/receiver/kept-mail.ts'
import { SCROLLS, setWidth, widths } from '../browser/browser.ts'
import { fieldOf, publishForm } from '../form-pages.ts'
import { fund, startSamvad } from '../harness.ts'
import { isLong, onlyLong } from '../long-stories.ts'
import { correspond, until } from '../mail-story.ts'
import { newOperator } from '../prices.ts'
import { paidRecharge, requestedRefund } from '../refunds.ts'
import { person } from '../story.ts'
import { type Console, looks, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'
import { says } from './page.ts'

const skip = whyNoBrowser
const samvad = await startSamvad()
const asha = person(samvad)
const runs = person(samvad, await newOperator(samvad))
const rooms = (skip ? null : await openConsole(samvad)) as Console

const boss = (skip ? null : await rooms.signInAsOperator()) as Visitor
samvad.startWorker()

const goTo = async (page: string) => {
  await boss.goWithin(`operator/${page}`)
  return boss.page
}

test('spec 1.61: an operator finds an organization, suspends it with a reason and resumes it; its members see why nothing leaves', {
  skip,
}, async () => {
  const page = await goTo('organizations')
  await page.getByRole('searchbox').fill('asha')
  await page.waitForURL(/q=asha/)
  await page.getByRole('link', { name: 'Asha Textiles' }).waitFor()
  // By keyboard only (spec 21.37).
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Asha Textiles' }).waitFor()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByLabel('Reason').fill('Complaints about spam.')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  // The dialog shows the reason too.
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByText('Complaints about spam.').waitFor()
  // The operator is also a member of it.
  await says(page, /has suspended this organization/)
  const there = await correspond(asha, 'ravi@customer.example')
  const message = { conversation_id: there.conversationId, channel: 'email', text: 'Hi' }
  const isRefused = async () => (await asha.post('/v1/messages', message)).body.code === 'organization_suspended'
  assert.equal(await isRefused(), true)
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Suspend' }).waitFor()
  await page.getByText(/has suspended this organization/).waitFor({ state: 'detached' })
  await until(isRefused, (refused) => !refused)
})

test('spec 22.83: the notice of a reported form leads to where it is suspended and resumed', { skip }, async () => {
  const organization = await samvad.newCompany('Sunrise Traders')
  const form = await publishForm(samvad, [fieldOf('name', 'short_text')], {}, { company: organization, name: 'Win' })
  const body = new URLSearchParams({ reason: 'secrets', details: 'It asks for my OTP' })
  await fetch(`${samvad.url}${form.path}/report`, { method: 'POST', body, headers: { accept: 'text/html' } })
  const notice = await until(
    async () => (await runs.get('/v1/notifications')).body.data.find((one: any) => one.type === 'form.reported'),
    (one) => one !== undefined,
  )
  const place = `organizations/${publicId('org', organization.organizationId)}`
  assert.match(notice.url, new RegExp(`/operator/${place}$`))
  const page = await goTo(place)
  await page.getByRole('link', { name: 'Win' }).waitFor()
  await page.getByRole('button', { name: 'Suspend the form Win' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('It asks for one-time passwords.')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend form' }).click()
  await page.getByRole('button', { name: 'Resume the form Win' }).waitFor()
  await page.getByRole('cell').getByText('It asks for one-time passwords.').waitFor()
  const stored = () => samvad.rows('select suspension_reason from forms where id = $1', [form.id])
  assert.deepEqual(await stored(), [{ suspension_reason: 'It asks for one-time passwords.' }])
  await mustBeFine(boss, 'operator-forms')
  await page.getByRole('button', { name: 'Resume the form Win' }).click()
  await page.getByRole('button', { name: 'Suspend the form Win' }).waitFor()
  assert.deepEqual(await stored(), [{ suspension_reason: null }])
})

test('spec 11.12: a credit is given with its reason, once the new balance was shown', {
  skip: skip || onlyLong,
}, async () => {
  const other = await samvad.newCompany('Bharat Tools')
  const page = await goTo(`organizations/${publicId('org', other.organizationId)}`)
  await page.getByRole('button', { name: 'Grant credit' }).click()
  await page.getByLabel('Amount').fill('1,250.50')
  await page.getByLabel('Reason').fill('Goodwill')
  await page.getByRole('button', { name: 'Review credit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Balance afterwards').waitFor()
  await dialog.getByText('₹1,250.50', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Grant credit' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('₹1,250.50').first().waitFor()
  const credits = await samvad.rows("select amount_micros from transactions where org_id = $1 and kind = 'credit'", [
    other.organizationId,
  ])
  assert.deepEqual(
    credits.map(({ amount_micros }) => BigInt(amount_micros as string)),
    [1_250_500_000n],
  )
})

test('a new organization is made with the address of its owner, who is invited', {
  skip: skip || onlyLong,
}, async () => {
  const page = await goTo('organizations')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Chola Silks')
  await page.getByLabel('Owner’s email').fill('meena@chola.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Create organization' }).click()
  await page.getByRole('heading', { level: 1, name: 'Chola Silks' }).waitFor()
  const invited = await samvad.rows("select role_name from invitations where email = 'meena@chola.example'")
  assert.equal(invited.length, 1)
})

test('spec 11.4: a refund is approved with its consequence in sight, a template rejected with a reason', {
  skip,
}, async () => {
  const { transaction_id } = await paidRecharge(samvad, '500.00')
  const refund = await requestedRefund(samvad, { transaction_id, amount: '100.00', note: 'Charged twice' })
  const { id } = await asha.make('/v1/templates', {
    name: 'welcome',
    channel: 'email',
    language: 'en',
    category: 'utility',
    subject: 'Hello',
    text: 'Hello {{name}}',
  })
  // The sandbox approves at once; this is the state on a real channel.
  await samvad.rows("update template_versions set status = 'submitted', decided_by = 'operator'")
  const page = await goTo('approvals')
  await page.getByRole('button', { name: 'Approve' }).first().waitFor()
  await page.getByText('Hello {{name}}').waitFor()
  await mustBeFine(boss, 'operator-approvals-full')
  const queue = page.getByRole('region', { name: 'Refund requests' })
  await queue.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByText('₹100.00').first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.getByText('No refund requests').waitFor()
  const [row] = await samvad.rows('select status from refunds')
  assert.notEqual(row?.status, 'requested', refund.id)

  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel('Reason').fill('Say who writes.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await page.getByText('No templates to review').waitFor()
  const { body } = await asha.get(`/v1/templates/${id}`)
  assert.deepEqual([body.status, body.reason], ['rejected', 'Say who writes.'])
})

test('spec 8.13: a price list is published from a date by tiers, and given to an organization', {
  skip: skip || onlyLong,
}, async () => {
  const page = await goTo('prices')
  await page.getByRole('button', { name: 'Publish price list' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('From January')
  await page.getByLabel('Effective from').fill('2099-01-01T00:00')
  await page.getByLabel('SMS, tier 1, price').fill('0.085')
  await page.getByRole('button', { name: 'Review prices' }).click()
  await page.getByRole('button', { name: 'Publish prices' }).click()
  await page.getByRole('heading', { name: 'From January' }).waitFor()
  await page.getByText('₹0.085').first().waitFor()
  await goTo(`organizations/${publicId('org', samvad.company.organizationId)}`)
  await page.getByRole('button', { name: 'Assign prices' }).click()
  await page.getByLabel('Price list').selectOption({ index: 1 })
  await page.getByRole('dialog').getByLabel('Name').fill('Contract of Asha')
  await page.getByRole('dialog').getByLabel('Effective from').fill('2099-02-01T00:00')
  await page.getByRole('button', { name: 'Publish prices' }).click()
  await page.getByText('Contract of Asha', { exact: true }).waitFor()
})

test('spec 17.12: the doctor runs on request and says which rules hold', { skip: skip || onlyLong }, async () => {
  const page = await goTo('health')
  await page.getByText('No check yet. Run one to see whether every rule holds.').waitFor()
  await page.getByRole('button', { name: 'Run check' }).click()
  await page.getByText(/^All \d+ rules hold$/).waitFor()
})

test('spec 21.74: the Health page shows problems with what to do, then figures with labels and tables, in the language of the person', {
  skip,
}, async () => {
  await samvad.rows(
    `insert into arrivals (org_id, id, channel, source, fingerprint, body, size, received_at, failed_at)
     values ($1, gen_random_uuid(), 'app', 'test', 'health', 'x', 1, now(), now())`,
    [samvad.company.organizationId],
  )
  const english = await goTo('health')
  const reader = isLong ? await rooms.signInAsOperator({ language: 'hi' }) : null
  await reader?.goWithin('operator/health')
  for (const [page, refresh, problem, label, figure, tables] of [
    [
      english,
      'Refresh',
      '1 inbound event of 1 organization could not be processed. Run samvad arrival list.',
      'Connections',
      /^\d+ of \d+ in use/,
      'Largest tables',
    ],
    [
      reader?.page,
      'फिर से देखें',
      '1 संगठन के 1 इनबाउंड इवेंट प्रोसेस नहीं हो सके। samvad arrival list चलाएँ।',
      'कनेक्शन',
      /^\d+ में से \d+ इस्तेमाल में/,
      'सबसे बड़ी टेबल',
    ],
  ] as const) {
    if (!page) continue
    const item = page.getByRole('listitem').filter({ hasText: problem }).first()
    // A busy machine may not read every part in time: the page then says so, and can be refreshed.
    await page.getByRole('button', { name: refresh }).click()
    await item.waitFor()
    assert.equal(await item.locator('code').first().textContent(), 'samvad arrival list')
    const value = page.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')
    assert.match((await value.first().textContent()) ?? '', figure)
    await page.getByRole('table', { name: tables }).waitFor()
  }
  await samvad.rows("delete from arrivals where fingerprint = 'health'")
  await english.setViewportSize({ width: 320, height: 800 })
  assert.deepEqual(await english.evaluate(SCROLLS), [])
  await setWidth(english, widths[1])
  await reader?.leave()
})

test('spec 21.8: every page of the operator is whole, light and dark, in English and Hindi', { skip }, async () => {
  await fund(samvad, samvad.company.organizationId, 10n)
  for (const { colorScheme, language } of looks) {
    const visitor = language === 'en' ? boss : await rooms.signInAsOperator({ colorScheme, language })
    const one = `organizations/${publicId('org', samvad.company.organizationId)}`
    // every-page.test.ts checks the others, and the stories check those with content.
    const pages = isLong ? ['organizations', 'gateways', 'channels', 'audit'] : []
    for (const name of [...pages, one, 'prices', 'health']) {
      await visitor.goWithin(`operator/${name}`)
      await mustBeFine(visitor, `operator-${name.split('/')[0]}-${name.length}-${colorScheme}-${language}`)
    }
  }
})

test('spec 2.13, 21.3: who is no operator sees none of it, and is told what they lack', {
  skip: skip || onlyLong,
}, async () => {
  const owner = await rooms.signIn('owner')
  await owner.go('')
  await owner.page.getByRole('link', { name: 'Settings' }).first().waitFor()
  assert.equal(await owner.page.getByRole('link', { name: 'Operator' }).count(), 0)
  await owner.goWithin('operator/organizations')
  await owner.page.getByText(/needs the permission .*installation\.operate/).waitFor()
  assert.deepEqual(owner.faults, [])
  await owner.leave()
})

test('spec 5.50, 5.51: a mail that could not be processed is read, tried again and discarded on its page', {
  skip,
}, async () => {
  const { page } = boss
  const dialog = () => page.locator('[role=dialog]:not([data-toast])')
  // Without a named sender.
  const client = { address: '203.0.113.9', helo: 'mx.customer.example' }
  const envelope = { from: '', to: 'help@asha.example', client, isInbox: true as const }
  const body = pack({ envelope, raw: Buffer.from('Subject: Order 17\r\n\r\nWhere is it?') })
  const { organizationId } = samvad.company
  const receivedAt = samvad.app.clock()
  const handedIn = { organizationId, channel: 'email', source: 'mail', fingerprint: 'waiting-page' } as const
  await createArrivals(samvad.app).keep([{ ...handedIn, body, receivedAt }])
  const waits = () =>
    until(
      () => runs.get('/v1/quarantine?kind=arrival'),
      (answer) => answer.body.data.length === 1,
    )
  await waits()
  await boss.goWithin('operator/waiting?kind=arrival')
  await mustBeFine(boss, 'waiting-list')
  await page.getByRole('list', { name: 'Waiting list' }).getByRole('link', { name: 'Unknown sender' }).click()
  await dialog().getByText('Where is it?').first().waitFor()
  await dialog().getByText('the sender cannot be determined').waitFor()
  await dialog().getByText('Mail server (SMTP), 203.0.113.9 (mx.customer.example)').waitFor()
  await mustBeFine(boss, 'waiting-item')
  // An open item has its own URL.
  const url = page.url()
  assert.match(url, /operator\/waiting\?.*item=arr_/)
  await dialog().getByRole('button', { name: 'Retry' }).click()
  await says(page, 'Item is being processed again')
  await waits()
  await page.goto(url)
  await dialog().getByRole('button', { name: 'Discard' }).click()
  await dialog().getByRole('button', { name: 'Discard' }).click()
  await says(page, 'No items of this kind waiting')
  assert.deepEqual((await runs.get('/v1/quarantine')).body.data, [])
})
