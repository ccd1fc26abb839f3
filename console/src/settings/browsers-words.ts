const en = {
  title: 'Browsers',
  detail:
    'What is chosen under Browser above shows here even while the console is closed. Of this organization, for you alone.',
  allow: 'Notify in this browser',
  allowed: 'This browser is told',
  ended: 'This browser is told nothing more',
  on: 'This browser',
  end: 'Switch off',
  remove: 'Remove',
  removed: 'That browser is told nothing more',
  denied: 'This browser does not allow notifications of this site',
  deniedHow:
    'Press the sign at the left of the address, set Notifications to Allow, and reload the page. In a private window browsers never allow them.',
  none: 'This browser cannot show notifications here',
  noneWhy:
    'They need an address with https:// or localhost, and no private window. On an iPhone they need iOS 16.4 and the console on the Home Screen.',
  away: 'This browser could not reach its push service. Try again later, or with another browser.',
  nobody: 'No browser is told.',
  since: 'since',
  device: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'A browser',
  byToken: 'Subscribed by a program',
}

const hi: typeof en = {
  title: 'ब्राउज़र',
  detail: 'ऊपर ब्राउज़र के नीचे जो चुना है, वह कंसोल बंद होने पर भी यहाँ दिखता है। इस संगठन की, सिर्फ़ आपके लिए।',
  allow: 'इस ब्राउज़र में सूचना दें',
  allowed: 'इस ब्राउज़र में सूचनाएँ आएँगी',
  ended: 'इस ब्राउज़र में अब सूचनाएँ नहीं आएँगी',
  on: 'यह ब्राउज़र',
  end: 'बंद करें',
  remove: 'हटाएँ',
  removed: 'उस ब्राउज़र में अब सूचनाएँ नहीं आएँगी',
  denied: 'यह ब्राउज़र इस साइट की सूचनाएँ नहीं दिखाने देता',
  deniedHow:
    'पते की बाईं ओर का निशान दबाएँ, सूचनाओं (Notifications) को अनुमति दें और पेज फिर से लोड करें। निजी विंडो में ब्राउज़र इसकी अनुमति कभी नहीं देते।',
  none: 'यह ब्राउज़र यहाँ सूचनाएँ नहीं दिखा सकता',
  noneWhy:
    'इसके लिए https:// या localhost वाला पता चाहिए, और निजी विंडो नहीं। iPhone पर iOS 16.4 और होम स्क्रीन पर रखा कंसोल चाहिए।',
  away: 'यह ब्राउज़र अपनी पुश सेवा तक नहीं पहुँच सका। बाद में या दूसरे ब्राउज़र से कोशिश करें।',
  nobody: 'किसी ब्राउज़र में सूचना नहीं जाती।',
  since: 'कब से:',
  device: (browser, system) => `${system} पर ${browser}`,
  unknown: 'एक ब्राउज़र',
  byToken: 'किसी प्रोग्राम ने जोड़ा',
}

export const words = { en, hi }
