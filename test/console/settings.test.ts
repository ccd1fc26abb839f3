// The settings of the console, in a real browser: team, roles, channels, notifications, the audit log.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Response } from 'playwright-core'
import { someNumber, startCloudApi } from '../cloud-api/server.ts'
import { startSamvad } from '../harness.ts'
import { linkIn, sandboxMail } from '../invitations.ts'
import { isLong, onlyLong } from '../long-stories.ts'
import { startMailbox } from '../mailbox.ts'
import { startSmppServer } from '../smpp/server.ts'
import { person } from '../story.ts'
import { PASSWORD as FIRST_PASSWORD, looks, mustBeFine, openConsole, type Visitor, whyNoBrowser } from './console.ts'

const skip = whyNoBrowser
const cloud = await startCloudApi()
after(() => cloud.close())
const samvad = await startSamvad({ SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8', SAMVAD_CLOUD_API_URL: cloud.url })
const { company } = samvad
const asha = person(samvad)
const ESME_RINVPASWD = 0x0e
const PASSWORD = 'monsoon-over-konkan'
samvad.startWorker()
const console = skip ? (null as never) : await openConsole(samvad)
let owner: Visitor

before(async () => {
  if (!skip) owner = await console.signIn('owner')
})

test('spec 1.11, 1.18: somebody is invited, joins on the page of the link, sees what the role shows, and is removed again', {
  skip,
}, async () => {
  const { page } = owner
  await owner.goWithin('settings/team')
  await page.getByText('No invitations yet.').waitFor()
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'New invitation' })
  await dialog.getByLabel('Email').fill('latha@company.example')
  await dialog.getByLabel('Role').selectOption({ label: 'Viewer' })
  await page.keyboard.press('Enter')
  const invited = page.getByRole('row', { name: /latha@company\.example/ })
  await invited.getByText('Pending').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await mustBeFine(owner, 'team')

  const link = linkIn((await sandboxMail(samvad, company, 'latha@company.example')).text)
  const latha = await console.visit()
  await latha.page.goto(samvad.url + link)
  await latha.page.locator('[name=display_name]').fill('Latha Śrī 🌸')
  await latha.page.locator('[name=password]').fill(PASSWORD)
  await latha.page.locator('form button').last().click()
  await latha.page.waitForURL(/\/console\/org_\w+\/inbox$/)
  await latha.page.getByText('No conversations yet').waitFor()
  await latha.go('settings/team')
  await latha.page.getByRole('row', { name: /Latha/ }).waitFor()
  assert.equal(await latha.page.getByRole('button', { name: 'Invite member' }).count(), 0, 'a viewer invites nobody')
  assert.equal(await latha.page.getByRole('button', { name: /^More actions for/ }).count(), 0)
  assert.equal(await latha.page.getByRole('link', { name: 'Audit log' }).count(), 0)

  // The owner sees it without a reload.
  await invited.getByText('Accepted').waitFor()
  if (isLong) {
    await page.getByRole('button', { name: 'More actions for Latha Śrī 🌸' }).click()
    await page.getByRole('menuitem', { name: 'Change role' }).click()
    await page.getByRole('dialog').getByLabel('Role').selectOption({ label: 'Billing' })
    await page.getByRole('dialog').getByText('New assignee for conversations they can no longer view').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click()
    await page.getByRole('row', { name: /Latha/ }).getByText('Billing').waitFor()
  }
  await page.getByRole('button', { name: 'More actions for Latha Śrī 🌸' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Latha Śrī 🌸 was removed').first().waitFor()
  await page.getByRole('row', { name: /Latha Śrī/ }).waitFor({ state: 'detached' })
  const left = (await asha.get('/v1/users?kind=person')).body.data.map((one: { email: string }) => one.email)
  assert.ok(!left.includes('latha@company.example'))
  await latha.leave()
})

test('spec 1.6: a role made in the grid shows its members what it holds, and nobody gives what they lack', {
  skip,
}, async () => {
  const { page } = owner
  await owner.goWithin('settings/roles')
  await page.getByRole('button', { name: 'Create role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Night desk')
  await dialog.getByLabel('View contacts', { exact: true }).check()
  await dialog.getByLabel('View the organization', { exact: true }).check()
  await dialog.getByLabel('View the team', { exact: true }).check()
  await dialog.getByLabel('Manage roles', { exact: true }).check()
  await dialog.getByRole('button', { name: 'Create role' }).click()
  await page.getByText('4 permissions').waitFor()
  await mustBeFine(owner, 'roles')
  const [role] = (await asha.get('/v1/roles')).body.data
  assert.deepEqual(role.permissions, ['organization.view', 'users.view', 'roles.manage', 'contacts.view'])

  if (!isLong) return
  const night = await console.signIn(role.id)
  await night.go('')
  await night.page.getByRole('link', { name: 'Contacts' }).first().waitFor()
  assert.equal(await night.page.getByRole('link', { name: 'Billing' }).count(), 0)
  await night.goWithin('settings/roles')
  await night.page.getByRole('button', { name: 'Create role' }).click()
  const grid = night.page.getByRole('dialog')
  await grid.getByLabel('View contacts', { exact: true }).check()
  assert.ok(await grid.getByLabel('Recharge the wallet').isDisabled())
  await grid.getByText('You don’t have this permission').first().waitFor()
  await night.page.keyboard.press('Escape')
  await grid.waitFor({ state: 'detached' })
  await night.leave()
})

// Waits for the response: texts of an earlier save or test may still be there.
const answered = async (name: 'Save' | 'Test', method: 'PUT' | 'POST') => {
  const isAnswer = (response: Response) =>
    response.url().includes('/v1/channels/') && response.request().method() === method
  await Promise.all([owner.page.waitForResponse(isAnswer), owner.page.getByRole('button', { name }).click()])
}
const save = async () => {
  await answered('Save', 'PUT')
  await owner.page.getByText('Account saved. Messages are now sent through it.').last().waitFor()
}
const tested = async (verdict: 'Passed' | 'Failed') => {
  await answered('Test', 'POST')
  await owner.page.getByRole('status').getByLabel(verdict).first().waitFor()
}

test('an account of a channel is set, tested with a wrong password and a right one, never shown, and removed', {
  skip,
}, async () => {
  const mailbox = await startMailbox({ credentials: { user: 'asha', password: 'right' } })
  after(() => mailbox.close())
  const { page } = owner
  await owner.goWithin('settings/channels')
  await page.getByRole('link', { name: /: Email$/ }).click()
  await page.waitForURL(/channels\/email/)
  await page.getByLabel('Host').fill(mailbox.host)
  await page.getByLabel('Port').fill(String(mailbox.port))
  await page.getByLabel('Username').fill('asha')
  await page.getByLabel('Password').fill('wrong')
  await page.getByLabel('From', { exact: true }).fill('Asha Textiles <hello@asha.example>')
  await save()
  await page.getByText('Own account', { exact: true }).waitFor()
  await tested('Failed')
  await page.getByRole('status').getByText(/535/).waitFor()
  assert.equal(await page.getByLabel('Password').inputValue(), '')
  await page.getByText('Already stored. Leave blank to keep it.').waitFor()
  await page.getByLabel('Password').fill('right')
  await save()
  await tested('Passed')
  await mustBeFine(owner, 'email account')
  await page.getByRole('button', { name: 'Remove account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove account' }).click()
  await page.getByText('You can’t send on this channel until you set up an account.').waitFor()

  await owner.goWithin('settings/channels')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('dialog').getByLabel('Domain').fill('asha.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click()
  await page.getByText('DKIM signature').waitFor()
  await page.getByRole('button', { name: 'Copy' }).first().click()
  const [{ records }] = (await asha.get('/v1/sender_domains')).body.data
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), records[0].name)
  await mustBeFine(owner, 'domain')
})

test('accounts of SMS and the app are set, tested with what is wrong and what is right', {
  skip: skip || onlyLong,
}, async () => {
  const smpp = await startSmppServer()
  after(() => smpp.close())
  const { page } = owner
  await owner.goWithin('settings/channels/sms')
  smpp.bindStatus = ESME_RINVPASWD
  await page.getByLabel('From', { exact: true }).fill('ASHATX')
  await page.getByLabel('Host').fill('127.0.0.1')
  await page.getByLabel('Port').fill(String(smpp.port))
  await page.getByLabel('System ID').fill('asha')
  await page.getByLabel('Password').fill('wrong')
  await page.getByLabel('Principal entity ID').fill('1101234567890123456')
  await save()
  await tested('Failed')
  smpp.bindStatus = 0
  await page.getByLabel('Password').fill('right')
  await save()
  await tested('Passed')
  assert.ok(smpp.binds.some(({ systemId, password }) => systemId === 'asha' && password === 'right'))
  const { settings } = (await asha.get('/v1/channels/sms')).body
  assert.equal(settings.dlt.entity_id, '1101234567890123456')
  await mustBeFine(owner, 'sms account')

  await owner.goWithin('settings/channels/app')
  await page.getByLabel('Phone number ID').fill(someNumber.phoneNumberId)
  await page.getByLabel('Business account ID (WABA)').fill(someNumber.businessAccountId)
  await page.getByLabel('Access token').fill('wrong')
  await page.getByLabel('App secret').fill(someNumber.appSecret)
  await save()
  await tested('Failed')
  await page.getByRole('status').getByLabel('Skipped').first().waitFor()
  await page.getByLabel('Access token').fill(someNumber.accessToken)
  await page.getByLabel('App secret').fill(someNumber.appSecret)
  await save()
  await tested('Passed')
  await page.getByText('Callback URL').waitFor()
  await mustBeFine(owner, 'app account')
})

test('spec 1.21, 1.22: the audit log shows who did it all, by what and by whom, and the address keeps the filter', {
  skip: skip || onlyLong,
}, async () => {
  const { page } = owner
  await owner.goWithin('settings/audit')
  for (const action of ['Invitation sent', 'Member removed', 'Role created', 'Channel account removed'])
    await page.getByRole('cell', { name: action, exact: true }).first().waitFor()
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Role created' })
  await page.getByRole('cell', { name: 'Member removed' }).waitFor({ state: 'detached' })
  assert.match(page.url(), /action=role\.created/)
  await page.reload()
  const row = page.getByRole('row', { name: /Night desk/ })
  await row.getByRole('button', { name: /^View/ }).click()
  await page.getByRole('dialog', { name: 'Role created' }).getByText('"roles.manage"').waitFor()
  await page.keyboard.press('Escape')
  // Focus returns to the button that opened it.
  await row.getByRole('button').and(page.locator(':focus')).waitFor()
})

test('spec 14.63: what one is told of is chosen by event and carrier, with quiet hours and a time zone', {
  skip: skip || onlyLong,
}, async () => {
  const { page } = owner
  await owner.goWithin('settings/notifications')
  const invoice = page.getByLabel('New invoice: SMS')
  const isSaved = (response: Response) =>
    response.url().endsWith('/notification_preferences') && response.request().method() !== 'GET'
  await Promise.all([page.waitForResponse(isSaved), invoice.check()])
  await page.getByLabel('Quiet hours').check()
  await page.getByLabel('Time zone').selectOption('Asia/Dubai')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await page.reload()
  await page.getByLabel('From', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Time zone').inputValue(), 'Asia/Dubai')
  assert.ok(await invoice.isChecked(), 'it is kept')

  const agent = await console.signIn('agent')
  await agent.go('settings/notifications')
  await agent.page.getByLabel('New message in your conversations: Email').waitFor()
  assert.equal(await agent.page.getByLabel(/Low balance/).count(), 0)
  await agent.leave()
})

test('spec 1.8: a password is changed with the current one, and the person goes on with the new one', {
  skip: skip || onlyLong,
}, async () => {
  const viewer = await console.signInByForm('viewer')
  const { page } = viewer
  await viewer.go('settings/profile')
  await page.getByLabel('Your name').fill('Meera')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Account: Meera' }).waitFor()
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByLabel('Current password').fill(FIRST_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  const again = page.getByRole('dialog', { name: 'You are signed out' })
  await again.locator('[name=password]').fill(PASSWORD)
  await again.locator('button[type=submit]').click()
  await again.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Account: Meera' }).waitFor()
})

/** Stories check these pages in light mode: those above, push.test.ts and security.test.ts. */
const seen = ['team', 'roles', 'channels/email', 'channels/sms', 'channels', 'notifications', 'profile']
const unseen = ['organization', 'audit', ...(isLong ? [] : ['channels/sms', 'channels/app'])]

for (const { colorScheme, language } of looks)
  test(`every page of the settings is whole in the ${colorScheme} and in ${language}`, { skip }, async () => {
    const visitor = language === 'en' ? owner : await console.signIn('owner', { colorScheme, language })
    for (const name of language === 'en' ? unseen : [...seen, ...unseen]) {
      await visitor.goWithin(`settings/${name}`)
      await mustBeFine(visitor, `${name}-${colorScheme}-${language}`)
    }
  })
