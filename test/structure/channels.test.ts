// The table of channels is complete: a new channel is a folder and its lines in the tables, without a search for the
// other channels' names.

import { test } from 'node:test'
import { channelNames } from '#channels/table.ts'
import { holds, places, readSources } from './sources.ts'

/** The channels' code: their descriptions, their folders, and the sandbox, which plays their providers. */
const FOLDERS = /^server\/(channels|messaging\/channels\/(email|app|sms)|sandbox)\//

/** Files that name a channel for another reason. */
const allowed: Readonly<Record<string, string>> = {
  'server/messaging/campaigns/preview/schema.ts':
    '`sms` of a preview: the size of a text, on any channel with segments',
  'server/messaging/campaigns/preview/show.ts': 'the same',
  'server/messaging/channels/adapters.ts': 'the sandbox has a provider for each protocol',
  'server/messaging/channels/channels.ts': 'the table',
  'server/messaging/sending/message-estimate.ts':
    '`sms` of an estimate: the size of a text, on any channel with segments',
  'server/messaging/sending/schema.ts': 'the same',
  'server/notifications/carrier.ts': 'what carries notices to members: mail, SMS and push, no channels of contacts',
  'server/notifications/kinds.ts': 'the same',
  'server/notifications/rules.ts': 'the same',
  'server/notifications/schema.ts': 'the same',
  'server/notifications/numbers/sms.ts': 'a notice to a member leaves by the SMS account of the installation',
  'server/program/jobs.ts': 'puts together what carries notices',
}

const allowedPages: Readonly<Record<string, string>> = {
  'console/src/app/channels.ts': 'the table',
  'console/src/operator/shared-app.tsx': "the fields of the app's account",
  'console/src/operator/shared-sms.tsx': 'the fields of the SMS account',
  'console/src/settings/app-page.tsx': "the fields of the app's account",
  'console/src/settings/email-page.tsx': 'the fields of the mail account',
  'console/src/settings/notifications-page.tsx': 'what carries notices to members',
  'console/src/settings/security/security.tsx': 'the authenticator app',
  'console/src/settings/sms-page.tsx': 'the fields of the SMS account',
}

const isExample = (path: string) => /(^|[/-])(examples|explanations)\.ts$/.test(path)

/** `app` and `sms` in quotes, and a union or a condition with `email`, which is also a field of contacts and people. */
const quoted = channelNames.filter((name) => name !== 'email').map((name) => `['"]${name}['"]`)
const ofChannel = String.raw`\b[cC]hannels?(?:Names?)?\b\W{1,12}(?:in \(|any\()?['"]email['"]`
/** A table: an object whose keys are the channels' names. */
const keyed = String.raw`(?:^|[{,])\s*(?:${channelNames.filter((name) => name !== 'email').join('|')}): (?!App\b|Assembled\b|Settings\b)`
const namesChannel = new RegExp(`${quoted.join('|')}|${ofChannel}|${keyed}`)
/** Neither parts of types, nor examples in the contract. */
const isOther = /\b(?:Pick|Omit)<|\brequest: \{/

test('spec 7.165: no file of the server names a channel but those that are about it', () => {
  const others = readSources('server/**/*.ts').filter(
    ({ path, isTest }) => !isTest && !FOLDERS.test(path) && !isExample(path) && !(path in allowed),
  )
  holds(
    'Make it a property of the channel: in server/channels where money and contacts need it, in its folder otherwise.',
    places(others, namesChannel, 'uncommented').filter((place) => !isOther.test(place)),
  )
})

test('spec 21.70: no page of the console names a channel but those of its account', () => {
  const pages = readSources('console/src/**/*.{ts,tsx}').filter(
    ({ path }) => !path.endsWith('words.ts') && !(path in allowedPages),
  )
  holds(
    'Make it a property of the channel in console/src/app/channels.ts, or read it from server/channels.',
    places(pages, namesChannel, 'uncommented').filter((place) => !isOther.test(place)),
  )
})

test('every file that may name a channel still does', () => {
  const named = readSources('server/**/*.ts', 'console/src/**/*.{ts,tsx}')
  const idle = Object.keys({ ...allowed, ...allowedPages }).filter(
    (path) => !named.some((source) => source.path === path && namesAny(source.uncommented)),
  )
  holds('Take it off the list: the list is to stay short.', idle)
})

const namesAny = (text: string): boolean => new RegExp(String.raw`\b(${channelNames.join('|')})\b`).test(text)
