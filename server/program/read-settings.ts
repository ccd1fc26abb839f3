// Reads the program's settings and reports errors before anything is changed.

import { resolve } from 'node:path'
import { readSettings, type Settings, SettingsError } from '#kit/settings.ts'
import { readSender } from '#messaging/channels/email/rules.ts'
import { drawingError } from '#money/invoices/pdf/drawable.ts'

/** `roles`: those named on the command line, otherwise those of ROLES. */
export async function settingsOf(
  roles: string[],
  environment: Record<string, string | undefined> = process.env,
): Promise<Settings> {
  const settings = readSettings(roles.length > 0 ? { ...environment, ROLES: roles.join(',') } : environment)
  // Every mail would be refused because of it, which nobody would notice at the start.
  const sender = readSender(settings.smtpFrom)
  if ('message' in sender) throw new SettingsError(`SAMVAD_SMTP_FROM=${settings.smtpFrom}: ${sender.message}`)
  // Unsupported characters would appear as boxes on every invoice.
  for (const [setting, text] of [
    ['SAMVAD_SUPPLIER_NAME', settings.supplier.name],
    ['SAMVAD_SUPPLIER_ADDRESS', settings.supplier.address],
  ] as const) {
    const error = await drawingError(text)
    if (error !== null) throw new SettingsError(`${setting}=${text}: ${error.message}`)
  }
  settings.dataDirectory = resolve(settings.dataDirectory)
  return settings
}
