import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { readSettings } from '#kit/settings.ts'
import { createHostCheck } from './hosts.ts'

const answers = (environment: Record<string, string>, host: string | undefined, url = '/v1/me'): boolean =>
  createHostCheck(readSettings(environment))({ headers: { host }, url } as IncomingMessage) === null

test('spec 3.27: an installation answers under PUBLIC_URL, under its own address and under the names that a setting adds', () => {
  const behindProxy = { PUBLIC_URL: 'https://samvad.example', HOST: '10.0.0.7' }
  for (const host of [
    'samvad.example',
    'Samvad.Example:443',
    'samvad.example.',
    'samvad.example:8080',
    '10.0.0.7:8080',
  ])
    assert.ok(answers(behindProxy, host), host)
  for (const host of [
    'evil.example',
    'samvad.example.evil.example',
    'evil.example:443',
    'localhost:8080',
    '127.0.0.1',
    '[::1]',
    '10.0.0.8',
    'samvad.example@evil.example',
    'samvad.example/',
    '',
  ])
    assert.ok(!answers(behindProxy, host), host)
  const more = { ...behindProxy, SAMVAD_ALLOWED_HOSTS: 'samvad.internal, 192.0.2.4,FD00:0::7' }
  for (const host of ['samvad.internal:8080', '192.0.2.4', '[fd00::7]:8080', '[fd00:0:0::7]', 'samvad.example'])
    assert.ok(answers(more, host), host)
  assert.ok(!answers(more, 'internal'))
  assert.ok(answers(behindProxy, undefined), 'HTTP/1.0 has no Host')
})

test('spec 3.27: the names of this machine count where the program listens on the loopback, with any port', () => {
  const local = [
    'localhost:8080',
    'localhost:3000',
    'LOCALHOST',
    'samvad.localhost',
    '127.0.0.1',
    '127.8.8.8:1',
    '[::1]:80',
  ]
  for (const HOST of ['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::'])
    for (const host of local) assert.ok(answers({ HOST }, host), `${HOST} ${host}`)
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '0.0.0.0', '[::2]'])
    assert.ok(!answers({ HOST: '0.0.0.0' }, host), host)
  assert.ok(answers({ HOST: 'fd00::7' }, '[fd00::7]:8080'), 'the address that it listens on')
})

test('spec 3.27: probes and metrics answer under every host', () => {
  for (const url of ['/healthz', '/readyz', '/metrics', '/metrics?x=1'])
    assert.ok(answers({}, '10.244.1.9:8080', url), url)
  assert.ok(!answers({}, '10.244.1.9:8080', '/metrics/more'))
})

test('spec 3.27: a host in the setting that could never be one stops the start', () => {
  for (const wrong of [
    'samvad.example:8080',
    'https://samvad.example',
    '[::1]:80',
    '*',
    '*.example',
    'two words',
    '10.0.0.0/8',
  ])
    assert.throws(() => readSettings({ SAMVAD_ALLOWED_HOSTS: wrong }), /SAMVAD_ALLOWED_HOSTS=.*without ports/, wrong)
})
