// Parsers of settings. Each returns a valid value or throws an error that states the valid values.

import { Resolver } from 'node:dns/promises'
import { isAbsolute } from 'node:path'
import { readEmailAddress } from './email-address.ts'
import { stateNames } from './india/states.ts'
import { isNetwork } from './networks.ts'
import { ungrouped } from './text.ts'

export type Reader<T> = (text: string) => T

export const text: Reader<string> = (value) => value
export const optionalText: Reader<string | null> = (value) => value || null
/** Comma-separated keys: the first encrypts, all decrypt. */
export const optionalKeys: Reader<string | null> = (value) => {
  if (value !== '' && !/^[0-9a-f]{64}(,[0-9a-f]{64})*$/i.test(value))
    throw new Error('must be 64 hex digits (openssl rand -hex 32), or several of them separated by commas')
  return value || null
}
export const stateCode: Reader<string> = (value) => {
  if (!Object.hasOwn(stateNames, value)) throw new Error('must be a two-digit state code')
  return value
}
export const accountingCode: Reader<string> = (written) => {
  const value = ungrouped(written)
  if (!/^\d{4,8}$/.test(value)) throw new Error('must be 4 to 8 digits')
  return value
}
export const integer =
  (least: number, most: number): Reader<number> =>
  (value) => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < least || number > most)
      throw new Error(`must be a whole number from ${least} to ${most}`)
    return number
  }
export const optionalInteger =
  (least: number, most: number): Reader<number | null> =>
  (value) =>
    value === '' ? null : integer(least, most)(value)
export const oneOf =
  <const W extends readonly string[]>(words: W): Reader<W[number]> =>
  (value) => {
    if (!words.includes(value)) throw new Error(`must be one of ${words.join(', ')}`)
    return value
  }
const url =
  (protocols: string[]): Reader<string> =>
  (value) => {
    if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
      throw new Error(`must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`)
    }
    return value.replace(/\/$/, '')
  }
export const optionalUrl =
  (protocols: string[]): Reader<string | null> =>
  (value) =>
    value === '' ? null : url(protocols)(value)
/** A base URL: links in emails are built by appending to it. */
export const publicAddress: Reader<string | null> = (value) => {
  const address = optionalUrl(['http:', 'https:'])(value)
  if (address !== null && /[?#@]/.test(address))
    throw new Error('must be a URL without user, password, query or fragment')
  return address
}
export const webAddress: Reader<string> = (value) => publicAddress(value) as string
export const optionalMailAddress: Reader<string> = (value) => {
  if (value === '') return ''
  const reading = readEmailAddress(value)
  if ('message' in reading) throw new Error(`${reading.message}: bills@company.example`)
  return reading.value
}
/** Room for the 64 octets before the @, and for the limit of 254 in all (RFC 5321 §4.5.3.1). */
const MAIL_DOMAIN_MAX = 189
export const mailDomain: Reader<string | null> = (value) => {
  if (value === '') return null
  const reading = readEmailAddress(`postmaster@${value}`)
  const domain = 'value' in reading ? reading.value.slice('postmaster@'.length).toLowerCase() : ''
  if (domain === '' || domain.length > MAIL_DOMAIN_MAX)
    throw new Error(`must be a domain of at most ${MAIL_DOMAIN_MAX} characters, such as in.samvad.example`)
  return domain
}
/**
 * Checks the whole URL, because an unescaped character in a password rarely makes it invalid: the URL parser reads the
 * rest as a port, path or fragment.
 */
export const mailServerUrl: Reader<string | null> = (value) => {
  if (value === '') return null
  const address = URL.canParse(value) ? new URL(value) : null
  const isWhole =
    address !== null &&
    ['smtp:', 'smtps:'].includes(address.protocol) &&
    address.hostname !== '' &&
    address.port !== '0' &&
    ['', '/'].includes(address.pathname) &&
    address.hash === '' &&
    !address.search.includes('@')
  if (!isWhole)
    throw new Error(
      'must be a URL such as smtp://user:password@host:587 or smtps://user:password@host, with a port from 1 to 65535; in the user and password, write # as %23, / as %2F, ? as %3F, @ as %40, : as %3A and % as %25',
    )
  return value.replace(/\/$/, '')
}
/** Not parsed as a URL: the host can be a socket directory that is named only in the query. */
export const databaseUrl: Reader<string | null> = (value) => {
  if (value !== '' && !/^postgres(ql)?:\/\/./.test(value))
    throw new Error('must be a URL that starts with postgres:// or postgresql://')
  return value || null
}
/** Relative paths are refused, because they would depend on the working directory. */
export const archivePlace: Reader<string | null> = (value) => {
  const place = value.replace(/(?<=[^/])\/+$/, '')
  if (place.startsWith('s3:') ? !STORE_PLACE.test(place) : place !== '' && !isAbsolute(place))
    throw new Error(
      'must be an absolute folder path, such as /backup/samvad, or s3://bucket/prefix with a bucket name of 3 to 63 lowercase letters, digits, dots and hyphens',
    )
  return place || null
}
/** Names that every store accepts and that need no escaping in a URL. */
const STORE_PLACE = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/(?!\.\.?(\/|$))[A-Za-z0-9._-]+)*$/
export const storeAddress: Reader<string | null> = (value) => {
  const address = optionalUrl(['https:', 'http:'])(value.replace('{bucket}', 'bucket'))
  if (address !== null && /[?#@]/.test(address))
    throw new Error('must be a URL without user, password, query or fragment')
  return address === null ? null : value.replace(/\/$/, '')
}
export const regionName: Reader<string> = (value) => {
  if (!/^[A-Za-z0-9-]+$/.test(value)) throw new Error('must be a region, such as ap-south-1')
  return value
}
export const dnsServerAddress: Reader<string | null> = (value) => {
  if (value === '') return null
  try {
    new Resolver().setServers([value])
  } catch {
    throw new Error('must be an IP address with an optional port: 9.9.9.9, 127.0.0.1:5353, [::1]:5353')
  }
  return value
}
export const roles: Reader<ReadonlySet<'api' | 'worker'>> = (value) => {
  const chosen = value.split(',').map((role) => role.trim())
  if (chosen.length === 0 || chosen.some((role) => role !== 'api' && role !== 'worker'))
    throw new Error('must be api, worker, or api,worker')
  return new Set(chosen as ('api' | 'worker')[])
}
export const networks: Reader<readonly string[]> = (value) => {
  const given = value.split(',').flatMap((one) => one.trim() || [])
  if (!given.every(isNetwork)) throw new Error('must be networks such as 10.1.0.0/16 or fd00::/8, separated by commas')
  return given
}

export const dates: Reader<ReadonlySet<string>> = (value) => {
  const given = value.split(',').flatMap((one) => one.trim() || [])
  // Date parses 30 February as 2 March, so the result is compared with the input.
  const isDate = (one: string) => {
    const at = new Date(`${one}T00:00:00Z`)
    return /^\d{4}-\d{2}-\d{2}$/.test(one) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(one)
  }
  if (!given.every(isDate)) throw new Error('must be dates such as 2027-03-04, separated by commas')
  return new Set(given)
}
