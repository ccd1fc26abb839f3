// Lines of the program, its database, its disk, its backups and its certificate: a label, and a value with its unit.

import { code } from '#kit/messages/code.ts'
import { listed } from '#kit/messages/texts.ts'
import { counted, duration, number, size } from '../units.ts'
import { line } from './line.ts'

interface ProcessParams {
  role: string
  pid: number
  age_seconds: number
  memory_bytes: number
  processes: number
}

interface TableParams {
  table: string
  size_bytes: number
  rows: number
  dead_rows: number
}

interface RestartParams {
  processes: number
  postgres: number
  errors: number
}

const en = {
  part_unknown: line('State', 'unknown, because the database does not answer'),
  part_unreadable: line('State', 'could not be read'),
  part_timeout: line('State', ({ seconds }: { seconds: number }) => `no answer within ${seconds} s`),

  program_url: line('Address', ({ url }: { url: string }) => code(url)),
  program_stopped: line('Program', 'not running on this machine'),
  processes_unknown: line('Processes', 'cannot be listed on this system'),
  process: line(
    'Process',
    ({ role, pid, age_seconds, memory_bytes, processes }: ProcessParams) =>
      `${code(role)}, pid ${pid}, up ${duration(age_seconds)}, ${size(memory_bytes)}${processes > 1 ? `, ${processes} processes` : ''}`,
  ),
  restarts: line(
    'Since the start',
    ({ processes, postgres, errors }: RestartParams) =>
      `${counted(processes, 'process restart')}, ${counted(postgres, 'PostgreSQL restart')}, ${counted(errors, 'uncaught error')}`,
  ),

  database_away: line('Database', 'does not answer'),
  database_embedded: line('PostgreSQL', ({ version }: { version: string }) => `${code(version)}, embedded`),
  database_external: line(
    'PostgreSQL',
    ({ version }: { version: string }) => `${code(version)}, at ${code('DATABASE_URL')}`,
  ),
  database_uptime: line('Up for', ({ seconds }: { seconds: number }) => duration(seconds)),
  database_size: line('Size', ({ size_bytes }: { size_bytes: number }) => size(size_bytes)),
  citus_machines: line(
    'Citus',
    ({ machines }: { machines: number }) => `${counted(machines, 'machine')}; sizes are the coordinator's`,
  ),
  connections: line(
    'Connections',
    ({ used, limit, samvad }: { used: number; limit: number; samvad: number }) =>
      `${used} of ${limit} in use, ${samvad} by Samvad`,
  ),
  oldest_transaction: line('Oldest transaction', ({ seconds }: { seconds: number }) => duration(seconds)),
  oldest_transaction_none: line('Oldest transaction', 'none'),
  slowest_statement: line('Slowest running statement', ({ seconds }: { seconds: number }) => duration(seconds)),
  slowest_statement_text: line(
    'Slowest running statement',
    ({ seconds, statement }: { seconds: number; statement: string }) => `${duration(seconds)}: ${code(statement)}`,
  ),
  slowest_statement_none: line('Slowest running statement', 'none'),
  database_table: line(
    'Table',
    ({ table, size_bytes, rows, dead_rows, seconds }: TableParams & { seconds: number }) =>
      `${code(table)}, ${size(size_bytes)}, ${number(rows)} rows, ${number(dead_rows)} dead, vacuumed ${duration(seconds)} ago`,
  ),
  database_table_not_vacuumed: line(
    'Table',
    ({ table, size_bytes, rows, dead_rows }: TableParams) =>
      `${code(table)}, ${size(size_bytes)}, ${number(rows)} rows, ${number(dead_rows)} dead, never vacuumed`,
  ),
  migrations_applied: line('Migrations', 'all applied'),
  migrations_missing: line('Pending migrations', ({ names }: { names: readonly string[] }) => code(listed(names))),
  clock_difference: line('Clock difference', ({ milliseconds }: { milliseconds: number }) => `${milliseconds} ms`),

  disk_space: line(
    'Free disk space',
    ({ available_bytes, size_bytes }: { available_bytes: number; size_bytes: number }) =>
      `${size(available_bytes)} of ${size(size_bytes)}`,
  ),
  data_directory: line('Data directory', ({ directory }: { directory: string }) => code(directory)),

  backup_file: line(
    'Last backup',
    ({ file, seconds }: { file: string; seconds: number }) => `${code(file)}, ${duration(seconds)} ago`,
  ),
  backup_none: line('Last backup', `none yet; ${code('samvad backup --to FILE')} makes one`),
  archive_place: line('Archive', ({ archive }: { archive: string }) => code(archive)),
  archive_error: line('Archive error', ({ error }: { error: string }) => code(error)),
  archive_copy: line('Last full copy', ({ seconds }: { seconds: number }) => `${duration(seconds)} ago`),
  archive_copy_none: line('Last full copy', 'none yet'),
  archive_waiting: line('Log segments waiting', ({ segments }: { segments: number }) => number(segments)),

  certificate_none: line(
    'Certificate',
    ({ url }: { url: string }) => `none, because ${code('PUBLIC_URL')} is ${code(url)}`,
  ),
  certificate_url: line('Address', ({ url }: { url: string }) => code(url)),
  certificate_unreachable: line(
    'Certificate',
    ({ error }: { error: string }) =>
      `unknown, because the address cannot be reached from this machine: ${code(error)}`,
  ),
  certificate_valid: line('Valid for', ({ seconds }: { seconds: number }) => duration(seconds)),
  certificate_ended: line('Expired', ({ seconds }: { seconds: number }) => `${duration(seconds)} ago`),
}

const hi: typeof en = {
  part_unknown: ['हाल', 'पता नहीं, क्योंकि डेटाबेस जवाब नहीं दे रहा'],
  part_unreadable: ['हाल', 'पढ़ा नहीं जा सका'],
  part_timeout: ['हाल', ({ seconds }) => `${seconds} सेकंड में जवाब नहीं मिला`],

  program_url: ['पता', ({ url }) => code(url)],
  program_stopped: ['प्रोग्राम', 'इस मशीन पर नहीं चल रहा'],
  processes_unknown: ['प्रोसेस', 'इस सिस्टम पर सूची नहीं मिल सकती'],
  process: [
    'प्रोसेस',
    ({ role, pid, age_seconds, memory_bytes, processes }) =>
      listed([
        code(`${role}, pid ${pid}`),
        `${duration(age_seconds, 'hi')} से चालू`,
        size(memory_bytes, 'hi'),
        ...(processes > 1 ? [`${processes} प्रोसेस`] : []),
      ]),
  ],
  restarts: [
    'शुरू होने के बाद से',
    ({ processes, postgres, errors }) =>
      `${number(processes)} बार प्रोसेस और ${number(postgres)} बार PostgreSQL फिर से शुरू, ${number(errors)} अनपेक्षित एरर`,
  ],

  database_away: ['डेटाबेस', 'जवाब नहीं दे रहा'],
  database_embedded: ['PostgreSQL', ({ version }) => `${code(version)}, Samvad का अपना`],
  database_external: ['PostgreSQL', ({ version }) => `${code(version)}, ${code('DATABASE_URL')} पर`],
  database_uptime: ['कब से चालू', ({ seconds }) => `${duration(seconds, 'hi')} से`],
  database_size: ['आकार', ({ size_bytes }) => size(size_bytes, 'hi')],
  citus_machines: ['Citus', ({ machines }) => `${number(machines)} मशीनें; आकार कोऑर्डिनेटर के हैं`],
  connections: ['कनेक्शन', ({ used, limit, samvad }) => `${limit} में से ${used} इस्तेमाल में, ${samvad} Samvad के`],
  oldest_transaction: ['सबसे पुराना ट्रांज़ैक्शन', ({ seconds }) => duration(seconds, 'hi')],
  oldest_transaction_none: ['सबसे पुराना ट्रांज़ैक्शन', 'कोई नहीं'],
  slowest_statement: ['सबसे धीमा स्टेटमेंट', ({ seconds }) => duration(seconds, 'hi')],
  slowest_statement_text: [
    'सबसे धीमा स्टेटमेंट',
    ({ seconds, statement }) => `${duration(seconds, 'hi')}: ${code(statement)}`,
  ],
  slowest_statement_none: ['सबसे धीमा स्टेटमेंट', 'कोई नहीं'],
  database_table: [
    'टेबल',
    ({ table, size_bytes, rows, dead_rows, seconds }) =>
      `${code(table)}, ${size(size_bytes, 'hi')}, ${number(rows)} पंक्तियाँ, ${number(dead_rows)} हटाई हुई, वैक्यूम ${duration(seconds, 'hi')} पहले`,
  ],
  database_table_not_vacuumed: [
    'टेबल',
    ({ table, size_bytes, rows, dead_rows }) =>
      `${code(table)}, ${size(size_bytes, 'hi')}, ${number(rows)} पंक्तियाँ, ${number(dead_rows)} हटाई हुई, वैक्यूम कभी नहीं`,
  ],
  migrations_applied: ['माइग्रेशन', 'सब लागू हैं'],
  migrations_missing: ['बाक़ी माइग्रेशन', ({ names }) => code(listed(names))],
  clock_difference: ['घड़ी का फ़र्क़', ({ milliseconds }) => `${milliseconds} ms`],

  disk_space: [
    'डिस्क पर ख़ाली जगह',
    ({ available_bytes, size_bytes }) => `${size(size_bytes, 'hi')} में से ${size(available_bytes, 'hi')}`,
  ],
  data_directory: ['डेटा का फ़ोल्डर', ({ directory }) => code(directory)],

  backup_file: ['आख़िरी बैकअप', ({ file, seconds }) => `${code(file)}, ${duration(seconds, 'hi')} पहले`],
  backup_none: ['आख़िरी बैकअप', `अभी कोई नहीं; ${code('samvad backup --to FILE')} से बनाएँ`],
  archive_place: ['आर्काइव', ({ archive }) => code(archive)],
  archive_error: ['आर्काइव की एरर', ({ error }) => code(error)],
  archive_copy: ['आख़िरी पूरी कॉपी', ({ seconds }) => `${duration(seconds, 'hi')} पहले`],
  archive_copy_none: ['आख़िरी पूरी कॉपी', 'अभी कोई नहीं'],
  archive_waiting: ['बाक़ी लॉग सेगमेंट', ({ segments }) => number(segments)],

  certificate_none: ['सर्टिफ़िकेट', ({ url }) => `कोई नहीं, क्योंकि ${code('PUBLIC_URL')} में ${code(url)} है`],
  certificate_url: ['पता', ({ url }) => code(url)],
  certificate_unreachable: [
    'सर्टिफ़िकेट',
    ({ error }) => `पता नहीं, क्योंकि इस मशीन से उस पते तक नहीं पहुँच पा रहे: ${code(error)}`,
  ],
  certificate_valid: ['कब तक मान्य', ({ seconds }) => `${duration(seconds, 'hi')} और`],
  certificate_ended: ['ख़त्म हुआ', ({ seconds }) => `${duration(seconds, 'hi')} पहले`],
}

export const machineLines = { en, hi }
