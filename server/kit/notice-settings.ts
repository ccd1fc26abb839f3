// Setting of SMS notifications: the DLT template under which each text is registered.

import { readFileSync } from 'node:fs'
import { setting } from './setting.ts'
import type { Reader } from './setting-readers.ts'

/** The DLT registration of a notification: its template, and its header if it differs from the account's. */
export interface RegisteredNotice {
  templateId: string
  header: string | null
}

/** By type and language, such as `recharge.completed.hi`. */
export type RegisteredNotices = Readonly<Record<string, RegisteredNotice>>

export interface NoticeSettings {
  noticeDltTemplates: RegisteredNotices
}

const NAME = /^[a-z_]+(\.[a-z_]+)*\.(en|hi)$/
const ID = /^[\x21-\x7e]{1,100}$/
const HEADER = /^[A-Za-z0-9]{3,11}$/
const HOW =
  'must be JSON such as {"verification_code.en": "1107160000000000001"}, or the path of a file that contains it (docs/operating/sms.md)'

/** JSON object from type and language to a template ID or `{"template_id", "header"}`. */
export const registeredNotices: Reader<RegisteredNotices> = (value) => {
  if (value === '') return {}
  const given = parsed(value.startsWith('{') ? value : read(value))
  return Object.fromEntries(
    Object.entries(given).map(([name, one]) => {
      if (!NAME.test(name))
        throw new Error(`${name} is not a notification type with a language, such as balance.low.en`)
      const { template_id: templateId, header = null, ...more } = typeof one === 'string' ? { template_id: one } : one
      const isRight = typeof templateId === 'string' && ID.test(templateId) && Object.keys(more).length === 0
      if (!isRight) throw new Error(`${name} must have a template ID or {"template_id", "header"}`)
      if (header !== null && !(typeof header === 'string' && HEADER.test(header)))
        throw new Error(`${name} must have a header of 3 to 11 letters and digits`)
      return [name, { templateId, header }]
    }),
  )
}

type Given = Record<string, string | { template_id?: unknown; header?: unknown }>

function parsed(text: string): Given {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new Error(HOW)
  }
  const isObject = (one: unknown): one is object => typeof one === 'object' && one !== null && !Array.isArray(one)
  if (!isObject(given)) throw new Error(HOW)
  if (!Object.values(given).every((one) => typeof one === 'string' || isObject(one))) throw new Error(HOW)
  return given as Given
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${HOW}. The file cannot be read: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    })
  }
}

export const noticeSettings = {
  noticeDltTemplates: setting(
    'SAMVAD_NOTICE_DLT_TEMPLATES',
    '',
    'DLT template of each SMS notification to +91 numbers: JSON such as `{"verification_code.en":"1107…"}`, or the path of a JSON file. Required if the shared SMS account has `dlt`.',
    registeredNotices,
  ),
}
