// What the status says of the machine, the database and what is kept, in Hindi. Names, figures and commands stay.

import { type Form, sayBy } from '../app/said-by.ts'
import { room, time } from './health-figures.ts'

/** What is not from elsewhere: whoever else says it, says it in English. */
const WHY: Form[] = [
  [/^it did not answer within (\S+) s$/, (seconds = '') => `${seconds} सेकंड में जवाब नहीं आया`],
  [/^PostgreSQL does not run$/, () => 'PostgreSQL नहीं चल रहा'],
  [/^no answer in time$/, () => 'समय पर जवाब नहीं आया'],
]

export const program: Form[] = [
  [/^does not run here$/, () => 'यहाँ नहीं चल रहा'],
  [/^runs at (.*)$/, (url = '') => `${url} पर चल रहा है`],
  [/^the processes of this system cannot be listed$/, () => 'इस सिस्टम के प्रोसेस की सूची नहीं मिल सकती'],
  [
    /^(parent and api|parent|api|worker|postgres) {2}pid (\d+) {2}for (.*?) {2}(.*?)(?: {2}(\d+) processes)?$/,
    (role = '', pid = '', age = '', memory = '', count = '') =>
      [`${role.replace(' and ', ' + ')}  pid ${pid}`, `${time(age)} से`, room(memory), count && `${count} प्रोसेस`]
        .filter(Boolean)
        .join('  '),
  ],
  [
    /^since the start: (\d+) processes and (\d+) PostgreSQL started again, (\d+) uncaught errors$/,
    (processes = '', databases = '', errors = '') =>
      `शुरू होने के बाद से: ${processes} प्रोसेस और ${databases} PostgreSQL दोबारा शुरू हुए, ${errors} अनपेक्षित एरर`,
  ],
  [
    /^Samvad runs \(process (\d+)\) but does not answer at (\S+): see its log; end it if it hangs, and start it again\.$/,
    (pid = '', url = '') =>
      `Samvad चल रहा है (प्रोसेस ${pid}), पर ${url} पर जवाब नहीं दे रहा: उसका लॉग देखें; अटका हो तो बंद करके फिर शुरू करें।`,
  ],
  [
    /^Samvad does not run with DATA_DIR=(.*?)(, unless it runs on another machine)?: start it, or set DATA_DIR as for the server\.$/,
    (folder = '', elsewhere = '') =>
      `Samvad DATA_DIR=${folder} के साथ नहीं चल रहा${elsewhere && ' (या किसी दूसरी मशीन पर चल रहा है)'}: इसे शुरू करें, या DATA_DIR वही रखें जो सर्वर का है।`,
  ],
]

export const database: Form[] = [
  [/^does not answer$/, () => 'जवाब नहीं दे रहा'],
  [/^The database cannot be used: (.*)\.$/, (why = '') => `डेटाबेस काम में नहीं आ सकता: ${sayBy(WHY, why)}।`],
  [
    /^It is a standby, which takes no writes: set DATABASE_URL to the primary\.$/,
    () => 'यह स्टैंडबाय है, जिस पर कुछ लिखा नहीं जा सकता: DATABASE_URL में प्राइमरी का पता दें।',
  ],
  [
    /^Migrations wait: (.*)\. Run samvad migrate, or restart the program\.$/,
    (names = '') => `ये माइग्रेशन बाक़ी हैं: ${names}। samvad migrate चलाएँ, या प्रोग्राम फिर से शुरू करें।`,
  ],
  [
    /^(\d+) of (\d+) connections are used: raise max_connections, or lower SAMVAD_DATABASE_CONNECTIONS\.$/,
    (used = '', most = '') =>
      `${most} में से ${used} कनेक्शन काम में हैं: max_connections बढ़ाएँ, या SAMVAD_DATABASE_CONNECTIONS घटाएँ।`,
  ],
  [
    /^A transaction has been open for (.*) \(backend (.*)\): see whose it is in pg_stat_activity; pg_terminate_backend ends it\.$/,
    (age = '', pid = '') =>
      `एक ट्रांज़ैक्शन ${time(age)} से खुला है (बैकएंड ${pid}): pg_stat_activity में देखें कि किसका है; pg_terminate_backend से वह बंद होगा।`,
  ],
  [
    /^(\d+) transactions since the last freeze: run VACUUM \(FREEZE\), and see why autovacuum does not\.$/,
    (count = '') => `पिछले फ़्रीज़ के बाद ${count} ट्रांज़ैक्शन हुए: VACUUM (FREEZE) चलाएँ, और देखें कि autovacuum क्यों नहीं चला रहा।`,
  ],
  [
    /^Its clock differs from that of this machine by (\S+) s: set both by NTP\.$/,
    (seconds = '') => `उसकी घड़ी में इस मशीन की घड़ी से ${seconds} सेकंड का फ़र्क़ है: दोनों को NTP से मिलाएँ।`,
  ],
  [
    /^PostgreSQL (.*) \((embedded|DATABASE_URL)\) for (.*?), (.*?)(?:, Citus on (\d+) machines \(sizes are the coordinator's\))?$/,
    (version = '', kind = '', age = '', size = '', machines = '') =>
      `PostgreSQL ${version} (${kind === 'embedded' ? 'अंतर्निहित' : kind}) ${time(age)} से, ${room(size)}${machines && `, ${machines} मशीनों पर Citus (आकार कोऑर्डिनेटर के हैं)`}`,
  ],
  [
    /^connections (\d+) of (\d+), (\d+) of them Samvad's$/,
    (used = '', most = '', ours = '') => `${most} में से ${used} कनेक्शन काम में, उनमें ${ours} Samvad के`,
  ],
  [
    /^oldest transaction (.*?), slowest statement running (\S+(?: \S+){0,3}?)(: .*)?$/s,
    (oldest = '', slowest = '', statement = '') =>
      `सबसे पुराना ट्रांज़ैक्शन: ${time(oldest)}, सबसे धीमा स्टेटमेंट: ${time(slowest)}${statement}`,
  ],
  [
    /^ {2}(\S+) {2}(.*?) {2}(\d+) rows {2}(\d+) dead {2}(?:never vacuumed|vacuumed (.*) ago)$/,
    (name = '', size = '', rows = '', dead = '', ago = '') =>
      `  ${name}  ${room(size)}  ${rows} पंक्तियाँ  ${dead} मृत  ${ago ? `${time(ago)} पहले वैक्यूम` : 'कभी वैक्यूम नहीं'}`,
  ],
  [
    /^migrations (?:all applied|pending: (.*)); clock differs by (\S+) ms$/,
    (pending = '', difference = '') =>
      `${pending ? `बाक़ी माइग्रेशन: ${pending}` : 'सारे माइग्रेशन लागू'}; घड़ी में ${difference} ms का फ़र्क़`,
  ],
]

export const fence: Form[] = [
  [/^down: what is due leaves$/, () => 'हटी हुई: जो भेजना है वह जा रहा है'],
  [/^up since (\S+): (.*)$/, (since = '', why = '') => `${since} से लगी है: ${why}`],
  [
    /^what was moved away, or is just being moved, acts no more$/,
    () => 'जो हटाया गया या हटाया जा रहा है, वह अब काम नहीं करता',
  ],
  [
    /^It is fenced, and nothing leaves: (.*)\. samvad fence status shows what waits\.$/,
    (why = '') => `बाड़ लगी है, और कुछ नहीं जाता: ${why}। samvad fence status बताता है कि क्या रुका है।`,
  ],
  [
    /^This installation was moved to (.*?)\. Set DATABASE_URL to that one\. .*: samvad fence lift\.$/,
    (place = '') =>
      `यह इंस्टॉलेशन ${place} पर ले जाया गया। DATABASE_URL में उसी का पता दें। वहाँ जो होता है, यहाँ पता नहीं चलता; फिर भी इसी को चलाना हो तो: samvad fence lift।`,
  ],
  [
    /^The move into this database did not come to its end\. .*$/,
    () =>
      'इस डेटाबेस में ले जाने का काम पूरा नहीं हुआ। वही samvad move फिर चलाएँ, उससे पूरा होगा; तब तक इंस्टॉलेशन अपनी पुरानी जगह पर है।',
  ],
]

export const storage: Form[] = [
  [
    /^(Only )?(\S+ \S+) of (\S+ \S+) are left where (.*?) lies(: make room; a full disk stops PostgreSQL, and all sending\.)?$/,
    (only = '', left = '', size = '', folder = '') =>
      `${folder} की डिस्क पर ${room(size)} में से ${only && 'केवल '}${room(left)} जगह बाक़ी है${only && ': जगह बनाएँ; डिस्क भर जाने पर PostgreSQL और भेजना, दोनों रुक जाते हैं।'}`,
  ],
]

const COPY: Form = [
  /^no whole copy yet$|^the last whole copy (.*) ago$/,
  (ago = '') => (ago ? `पिछली पूरी प्रति ${time(ago)} पहले की` : 'अभी कोई पूरी प्रति नहीं'),
]

export const backups: Form[] = [
  [/^none is known of: samvad backup --to FILE$/, () => 'किसी बैकअप का पता नहीं: samvad backup --to FILE'],
  [/^(\S+): (\d+ .*) ago$/, (file = '', ago = '') => `${file}: ${time(ago)} पहले`],
  [
    /^(\S+) segments? of the log, the oldest (.*) old, did not come into (.*)\.$/,
    (count = '', age = '', place = '') => `लॉग के ${count} सेगमेंट ${place} में नहीं पहुँचे; सबसे पुराना ${time(age)} पुराना है।`,
  ],
  [
    /^The archive in (.*?) cannot be read: (.*)$/,
    (place = '', why = '') => `${place} का आर्काइव पढ़ा नहीं जा सकता: ${why}`,
  ],
  [/^Archiving to (.*?) fails: (.*)$/, (place = '', why = '') => `${place} में आर्काइव करना विफल हो रहा है: ${why}`],
  [
    /^The archive in (.*?) has (.*): see the log\.$/,
    (place = '', copy = '') => `${place} के आर्काइव में ${sayBy([COPY], copy)} है: लॉग देखें।`,
  ],
  [
    /^archive (.*?): (.*), (\S+) segments? of the log waiting$/,
    (place = '', copy = '', count = '') => `आर्काइव ${place}: ${sayBy([COPY], copy)}, लॉग के ${count} सेगमेंट बाक़ी`,
  ],
]

export const certificate: Form[] = [
  [/^none: PUBLIC_URL is (.*)$/, (url = '') => `कोई नहीं: PUBLIC_URL ${url} है`],
  [
    /^not known: (\S+) cannot be reached from here \((.*)\)$/,
    (url = '', why = '') => `पता नहीं: यहाँ से ${url} तक नहीं पहुँच पा रहे (${sayBy(WHY, why)})`,
  ],
  [
    /^The certificate of (\S+) ran out (.*) ago: renew it\.$/,
    (url = '', ago = '') => `${url} का सर्टिफ़िकेट ${time(ago)} पहले समाप्त हो गया: उसे नया कराएँ।`,
  ],
  [
    /^The certificate of (\S+) runs out in (.*): renew it\.$/,
    (url = '', left = '') => `${url} का सर्टिफ़िकेट ${time(left)} में समाप्त होगा: उसे नया कराएँ।`,
  ],
  [
    /^The certificate of (\S+) is not trusted: (.*)\.$/,
    (url = '', why = '') => `${url} के सर्टिफ़िकेट पर भरोसा नहीं किया जाता: ${why}।`,
  ],
  [
    /^of (\S+) (?:ran out|is good for (.*))$/,
    (url = '', left = '') => `${url} का: ${left ? `${time(left)} और चलेगा` : 'समाप्त हो चुका'}`,
  ],
]
