// Problems of the program, its database, its disk, its backups and its certificate.

import { code } from '#kit/messages/code.ts'
import { listed } from '#kit/messages/texts.ts'
import { counted, duration, number, size } from '../units.ts'

const en = {
  part_unreadable: ({ error }: { error: string }) => `could not be read: ${code(error)}`,
  part_timeout: ({ seconds }: { seconds: number }) => `did not answer within ${seconds} s`,

  program_not_running: ({ directory }: { directory: string }) =>
    `Samvad is not running with ${code(`DATA_DIR=${directory}`)}. Start it, or set ${code('DATA_DIR')} to the server's.`,
  program_not_running_here: ({ directory }: { directory: string }) =>
    `Samvad is not running on this machine with ${code(`DATA_DIR=${directory}`)}. Start it, or set ${code('DATA_DIR')} to the server's. If it runs on another machine, run this command there.`,
  program_not_answering: ({ pid, url }: { pid: number; url: string }) =>
    `Samvad is running (process ${pid}) but does not answer at ${code(url)}. Check its log. If it hangs, stop it and start it again.`,

  database_not_running:
    'The database cannot be used: PostgreSQL is not running. Start Samvad, which starts its PostgreSQL.',
  database_timeout: ({ seconds }: { seconds: number }) =>
    `The database cannot be used: it did not answer within ${seconds} s. Check that PostgreSQL is running and not overloaded.`,
  database_unavailable: ({ error }: { error: string }) =>
    `The database cannot be used: ${code(error)}. Check that PostgreSQL is running and can be reached from this machine.`,
  database_standby: `The database is a standby, which accepts no writes. Set ${code('DATABASE_URL')} to the primary.`,
  migrations_pending: ({ names }: { names: readonly string[] }) =>
    `Pending migrations: ${code(listed(names))}. Run ${code('samvad migrate')}, or restart Samvad.`,
  connections_high: ({ used, limit }: { used: number; limit: number }) =>
    `${used} of ${limit} database connections are in use. Raise ${code('max_connections')} in PostgreSQL, or lower ${code('SAMVAD_DATABASE_CONNECTIONS')}.`,
  transaction_long: ({ seconds, pid }: { seconds: number; pid: number }) =>
    `A transaction has been open for ${duration(seconds)} (backend ${pid}). Find its owner in ${code('pg_stat_activity')}. To end it, run ${code(`pg_terminate_backend(${pid})`)}.`,
  freeze_overdue: ({ transactions }: { transactions: number }) =>
    `${number(transactions)} transactions since the last freeze. Run ${code('VACUUM (FREEZE)')}, and check why autovacuum does not.`,
  clock_differs: ({ seconds }: { seconds: number }) =>
    `The clock of the database server differs from this machine's by ${seconds} s. Synchronize both with NTP.`,

  disk_low: ({ available_bytes, size_bytes, directory }: DiskParams) =>
    `Only ${size(available_bytes)} of ${size(size_bytes)} are free on the disk of ${code(directory)}. Free up space: a full disk stops PostgreSQL and all sending.`,

  archive_unreadable: ({ archive, error }: { archive: string; error: string }) =>
    `The archive in ${code(archive)} cannot be read: ${code(error)}`,
  archive_failing: ({ archive, error }: { archive: string; error: string }) =>
    `Archiving to ${code(archive)} fails: ${code(error)}`,
  archive_empty: ({ archive }: { archive: string }) =>
    `The archive in ${code(archive)} has no full copy yet. Check the log.`,
  archive_old: ({ archive, seconds }: { archive: string; seconds: number }) =>
    `The last full copy in the archive ${code(archive)} is ${duration(seconds)} old. Check the log.`,
  archive_backlog: ({ archive, segments, seconds }: { archive: string; segments: number; seconds: number }) =>
    `${counted(segments, 'log segment')} could not be stored in ${code(archive)}; the oldest has waited for ${duration(seconds)}. Check the log.`,

  certificate_expired: ({ url, seconds }: { url: string; seconds: number }) =>
    `The certificate of ${code(url)} expired ${duration(seconds)} ago. Renew it.`,
  certificate_expiring: ({ url, seconds }: { url: string; seconds: number }) =>
    `The certificate of ${code(url)} expires in ${duration(seconds)}. Renew it.`,
  certificate_untrusted: ({ url, error }: { url: string; error: string }) =>
    `The certificate of ${code(url)} is not trusted: ${code(error)}. Install one that is issued for this address, with its chain.`,
}

interface DiskParams {
  available_bytes: number
  size_bytes: number
  directory: string
}

const hi: typeof en = {
  part_unreadable: ({ error }) => `पढ़ा नहीं जा सका: ${code(error)}`,
  part_timeout: ({ seconds }) => `${seconds} सेकंड में जवाब नहीं मिला`,

  program_not_running: ({ directory }) =>
    `${code(`DATA_DIR=${directory}`)} के साथ Samvad नहीं चल रहा है। उसे शुरू करें, या ${code('DATA_DIR')} वही रखें जो सर्वर का है।`,
  program_not_running_here: ({ directory }) =>
    `इस मशीन पर ${code(`DATA_DIR=${directory}`)} के साथ Samvad नहीं चल रहा है। उसे शुरू करें, या ${code('DATA_DIR')} वही रखें जो सर्वर का है। अगर वह किसी दूसरी मशीन पर चलता है, तो यह कमांड वहाँ चलाएँ।`,
  program_not_answering: ({ pid, url }) =>
    `Samvad चल रहा है (प्रोसेस ${pid}), पर ${code(url)} पर जवाब नहीं दे रहा है। उसका लॉग देखें। अटका हो, तो उसे बंद करके फिर शुरू करें।`,

  database_not_running: 'डेटाबेस नहीं मिल रहा है: PostgreSQL बंद है। Samvad शुरू करें, वह अपना PostgreSQL ख़ुद शुरू करता है।',
  database_timeout: ({ seconds }) =>
    `डेटाबेस से ${seconds} सेकंड में जवाब नहीं मिला। देखें कि PostgreSQL चल रहा है और उस पर ज़्यादा बोझ नहीं है।`,
  database_unavailable: ({ error }) =>
    `डेटाबेस नहीं मिल रहा है: ${code(error)}। देखें कि PostgreSQL चल रहा है और इस मशीन से वहाँ तक पहुँचा जा सकता है।`,
  database_standby: `यह डेटाबेस स्टैंडबाय है, इसमें कुछ लिखा नहीं जा सकता। ${code('DATABASE_URL')} में प्राइमरी का पता दें।`,
  migrations_pending: ({ names }) =>
    `ये माइग्रेशन बाक़ी हैं: ${code(listed(names))}। ${code('samvad migrate')} चलाएँ, या Samvad को फिर से शुरू करें।`,
  connections_high: ({ used, limit }) =>
    `डेटाबेस के ${limit} में से ${used} कनेक्शन इस्तेमाल में हैं। PostgreSQL में ${code('max_connections')} बढ़ाएँ, या ${code('SAMVAD_DATABASE_CONNECTIONS')} घटाएँ।`,
  transaction_long: ({ seconds, pid }) =>
    `एक ट्रांज़ैक्शन ${duration(seconds, 'hi')} से खुला है (बैकएंड ${pid})। ${code('pg_stat_activity')} में देखें कि वह किसका है। उसे बंद करने के लिए ${code(`pg_terminate_backend(${pid})`)} चलाएँ।`,
  freeze_overdue: ({ transactions }) =>
    `पिछले फ़्रीज़ के बाद ${number(transactions)} ट्रांज़ैक्शन हो चुके हैं। ${code('VACUUM (FREEZE)')} चलाएँ, और देखें कि ऑटो-वैक्यूम क्यों नहीं चल रहा।`,
  clock_differs: ({ seconds }) => `डेटाबेस सर्वर और इस मशीन की घड़ी में ${seconds} सेकंड का फ़र्क़ है। दोनों को NTP से मिलाएँ।`,

  disk_low: ({ available_bytes, size_bytes, directory }) =>
    `${code(directory)} की डिस्क पर ${size(size_bytes, 'hi')} में से सिर्फ़ ${size(available_bytes, 'hi')} जगह बची है। जगह ख़ाली करें: डिस्क भर जाने पर PostgreSQL और संदेश भेजना, दोनों रुक जाते हैं।`,

  archive_unreadable: ({ archive, error }) => `आर्काइव ${code(archive)} पढ़ा नहीं जा सका: ${code(error)}`,
  archive_failing: ({ archive, error }) => `${code(archive)} में आर्काइव नहीं हो पा रहा है: ${code(error)}`,
  archive_empty: ({ archive }) => `आर्काइव ${code(archive)} में अभी कोई पूरी कॉपी नहीं है। लॉग देखें।`,
  archive_old: ({ archive, seconds }) =>
    `आर्काइव ${code(archive)} की आख़िरी पूरी कॉपी ${duration(seconds, 'hi')} पुरानी है। लॉग देखें।`,
  archive_backlog: ({ archive, segments, seconds }) =>
    `लॉग के ${number(segments)} सेगमेंट ${code(archive)} में सहेजे नहीं जा सके; सबसे पुराना ${duration(seconds, 'hi')} से रुका है। लॉग देखें।`,

  certificate_expired: ({ url, seconds }) =>
    `${code(url)} का सर्टिफ़िकेट ${duration(seconds, 'hi')} पहले ख़त्म हो चुका है। नया सर्टिफ़िकेट लगाएँ।`,
  certificate_expiring: ({ url, seconds }) =>
    `${code(url)} का सर्टिफ़िकेट ${duration(seconds, 'hi')} में ख़त्म हो जाएगा। नया सर्टिफ़िकेट लगाएँ।`,
  certificate_untrusted: ({ url, error }) =>
    `${code(url)} के सर्टिफ़िकेट पर भरोसा नहीं किया जा सकता: ${code(error)}। इसी पते का सर्टिफ़िकेट, पूरी चेन के साथ लगाएँ।`,
}

export const machineProblems = { en, hi }
