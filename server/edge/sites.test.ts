import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { Refusal } from '#kit/refusals.ts'
import { readSettings } from '#kit/settings.ts'
import { createAddressee, type Site } from './sites.ts'

const site: Site = { organizationId: 'asha', host: 'forms.asha.example', redirectOf: () => null }
const BEHIND = { PUBLIC_URL: 'https://samvad.example', HOST: '10.0.0.7', SAMVAD_TRUST_PROXY: '10.0.0.0/8' }

interface Asked {
  host?: string
  forwarded?: string | string[]
  from?: string
  url?: string
}

/** The addressee of a request, and the names that were looked up. */
async function addressed(
  { host, forwarded, from = '10.0.0.2', url = '/v1/me' }: Asked,
  environment = BEHIND,
  fails = false,
) {
  const looked: string[] = []
  const of = createAddressee(readSettings(environment), async (name) => {
    looked.push(name)
    if (fails) throw new Error('no database')
    return name === site.host ? site : null
  })
  const headers = { host, ...(forwarded === undefined ? {} : { 'x-forwarded-host': forwarded }) }
  const found = await of({ headers, url, socket: { remoteAddress: from } } as unknown as IncomingMessage)
  const whose = found === site ? 'site' : found instanceof Refusal ? found.status : 'installation'
  return { whose, looked }
}

test('spec 23.46: who is addressed, by the Host and by what a trusted proxy forwards', async () => {
  const cases: [Asked, 'site' | 'installation' | number][] = [
    [{ host: 'samvad.example' }, 'installation'],
    [{ host: 'forms.asha.example' }, 'site'],
    [{ host: 'FORMS.asha.example.:443' }, 'site'],
    [{ host: 'evil.example' }, 421],
    [{ host: 'forms.asha.example.evil.example' }, 421],
    [{ host: 'samvad.example', forwarded: 'forms.asha.example' }, 'site'],
    [{ host: 'samvad.example', forwarded: 'evil.example, Forms.Asha.Example' }, 'site'],
    [{ host: 'samvad.example', forwarded: ['evil.example', 'forms.asha.example:443'] }, 'site'],
    // Only the last proxy's value is trusted, not those to its left.
    [{ host: 'samvad.example', forwarded: 'forms.asha.example, evil.example' }, 'installation'],
    [{ host: 'samvad.example', forwarded: 'forms.asha.example', from: '192.0.2.1' }, 'installation'],
    [{ host: 'evil.example', forwarded: 'forms.asha.example', from: '192.0.2.1' }, 421],
    [{ host: 'evil.example', forwarded: 'samvad.example' }, 421],
    [{ host: 'forms.asha.example', forwarded: 'samvad.example' }, 'site'],
    [{ host: '10.0.0.7:8080', forwarded: 'forms.asha.example', from: '::ffff:10.0.0.2' }, 'site'],
    [{ host: 'samvad.example', forwarded: '' }, 'installation'],
    [{ host: 'samvad.example', forwarded: 'a b' }, 'installation'],
  ]
  for (const [asked, expected] of cases) assert.equal((await addressed(asked)).whose, expected, JSON.stringify(asked))
  const hops = { ...BEHIND, SAMVAD_TRUST_PROXY: '1' }
  assert.equal((await addressed({ host: 'samvad.example', forwarded: 'forms.asha.example' }, hops)).whose, 'site')
  const none = { ...BEHIND, SAMVAD_TRUST_PROXY: '0' }
  const given = { host: 'samvad.example', forwarded: 'forms.asha.example' }
  assert.equal((await addressed(given, none)).whose, 'installation')
})

test('spec 23.46: names of this installation, addresses and names without a dot are not looked up', async () => {
  for (const host of ['samvad.example', '10.0.0.7:8080', 'samvad', '192.0.2.9', '[2001:db8::1]:80', 'a b', ''])
    assert.deepEqual((await addressed({ host })).looked, [], host)
  assert.deepEqual((await addressed({ host: 'evil.example' })).looked, ['evil.example'])
})

test('spec 23.45: metrics and readiness do not answer under a domain; liveness needs no database, and probes none under other names', async () => {
  const host = 'forms.asha.example'
  for (const url of ['/metrics', '/readyz', '/metrics?a=1'])
    assert.equal((await addressed({ host, url })).whose, 'site', url)
  assert.deepEqual(await addressed({ host, url: '/healthz' }), { whose: 'installation', looked: [] })
  for (const url of ['/metrics', '/readyz', '/healthz'])
    assert.equal((await addressed({ host: 'samvad.internal.example', url }, BEHIND, true)).whose, 'installation', url)
  await assert.rejects(addressed({ host: 'samvad.internal.example' }, BEHIND, true), /no database/)
})
