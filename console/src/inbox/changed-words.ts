const en = {
  edited: 'Edited',
  earlier: 'Earlier versions',
  noText: 'No text',
  withdrawn: 'The contact deleted this message',
  showWithdrawn: 'Show deleted message',
  filePending: 'Downloading…',
  fileUnavailable: (why: string) => `File unavailable: ${why}`,
  filesUnavailable: (count: number, why: string) => `${count} more files unavailable: ${why}`,
  why: {
    not_fetched: 'the provider didn’t deliver it',
    too_large: 'it is too large',
    too_many: 'the message has too many files',
    no_room: 'your storage is full',
    empty: 'it is empty',
  } as Record<string, string>,
  calls: {
    inbound: { ringing: 'Incoming call…', completed: 'Incoming call', missed: 'Missed call' },
    outbound: { ringing: 'Outgoing call…', completed: 'Outgoing call', missed: 'Unanswered call' },
  } as Record<string, Record<string, string>>,
  duration: (minutes: number, seconds: number) => (minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds} s`),
}

const hi: typeof en = {
  edited: 'बदला गया',
  earlier: 'पहले का टेक्स्ट',
  noText: 'कोई टेक्स्ट नहीं',
  withdrawn: 'संपर्क ने यह संदेश हटा दिया',
  showWithdrawn: 'हटाया गया संदेश देखें',
  filePending: 'डाउनलोड हो रही है…',
  filesUnavailable: (count: number, why: string) => `${count} और फ़ाइलें नहीं मिल सकतीं: ${why}`,
  fileUnavailable: (why: string) => `फ़ाइल नहीं मिल सकती: ${why}`,
  why: {
    not_fetched: 'प्रदाता ने फ़ाइल नहीं दी',
    too_large: 'फ़ाइल बहुत बड़ी है',
    too_many: 'संदेश में बहुत ज़्यादा फ़ाइलें हैं',
    no_room: 'आपका स्टोरेज भर गया है',
    empty: 'फ़ाइल ख़ाली है',
  },
  calls: {
    inbound: { ringing: 'कॉल आ रही है…', completed: 'आई हुई कॉल', missed: 'मिस्ड कॉल' },
    outbound: { ringing: 'कॉल की जा रही है…', completed: 'की गई कॉल', missed: 'कॉल नहीं उठी' },
  },
  duration: (minutes: number, seconds: number) => (minutes === 0 ? `${seconds} सेकंड` : `${minutes} मिनट ${seconds} सेकंड`),
}

export const changedWords = { en, hi }
