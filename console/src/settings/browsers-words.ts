const en = {
  title: 'Browser notifications',
  detail:
    'Shows the notifications that you chose under Browser above, even when the console is closed. Applies only to you, in this organization.',
  allow: 'Turn on in this browser',
  allowed: 'Notifications are on in this browser',
  ended: 'Notifications are off in this browser',
  on: 'This browser',
  end: 'Turn off',
  remove: 'Remove',
  removed: 'Browser removed. It no longer gets notifications.',
  denied: 'Notifications from this site are blocked in this browser',
  deniedHow:
    'Click the icon to the left of the address, set Notifications to Allow, and reload the page. Private windows never allow notifications.',
  none: 'Notifications are not available in this browser',
  noneWhy:
    'They require an address with https:// or localhost and a window that is not private. An iPhone needs iOS 16.4 or later, with the console added to the Home Screen.',
  away: 'This browser could not reach its push service. Try again later, or use another browser.',
  nobody: 'No browser gets notifications yet.',
  since: 'Added',
  device: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'Unknown browser',
  byToken: 'Added through the API',
}

const hi: typeof en = {
  title: 'ब्राउज़र सूचनाएँ',
  detail: 'ऊपर “ब्राउज़र” वाले कॉलम में चुनी गई सूचनाएँ कंसोल बंद होने पर भी दिखती हैं। यह सेटिंग सिर्फ़ आपके लिए और सिर्फ़ इस संगठन में है।',
  allow: 'इस ब्राउज़र में चालू करें',
  allowed: 'इस ब्राउज़र में सूचनाएँ चालू हैं',
  ended: 'इस ब्राउज़र में सूचनाएँ बंद हैं',
  on: 'यह ब्राउज़र',
  end: 'बंद करें',
  remove: 'हटाएँ',
  removed: 'ब्राउज़र हटा दिया गया। उसमें अब सूचनाएँ नहीं आएँगी।',
  denied: 'इस ब्राउज़र में इस साइट की सूचनाएँ ब्लॉक हैं',
  deniedHow:
    'पते के बाईं ओर बने आइकन पर क्लिक करें, “सूचनाएँ” (Notifications) को “अनुमति दें” पर रखें और पेज फिर से लोड करें। प्राइवेट विंडो में सूचनाएँ कभी नहीं आतीं।',
  none: 'इस ब्राउज़र में सूचनाएँ नहीं आ सकतीं',
  noneWhy:
    'इसके लिए पता https:// या localhost वाला हो और विंडो प्राइवेट न हो। iPhone में iOS 16.4 या उससे नया चाहिए, और कंसोल होम स्क्रीन पर जोड़ा होना चाहिए।',
  away: 'यह ब्राउज़र अपनी पुश सेवा तक नहीं पहुँच सका। थोड़ी देर बाद या दूसरे ब्राउज़र से कोशिश करें।',
  nobody: 'अभी किसी ब्राउज़र में सूचनाएँ नहीं आतीं।',
  since: 'जोड़ा गया',
  device: (browser, system) => `${system} पर ${browser}`,
  unknown: 'अनजान ब्राउज़र',
  byToken: 'API से जोड़ा गया',
}

export const words = { en, hi }
