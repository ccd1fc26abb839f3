const en = {
  edited: 'Edited',
  earlier: 'Earlier texts',
  noText: 'No text',
  withdrawn: 'The contact deleted this message',
  showWithdrawn: 'Show what it said',
  filePending: 'The file is being fetched',
  fileUnavailable: (why: string) => `File not available: ${why}`,
  why: {
    not_fetched: 'WhatsApp did not deliver it',
    too_large: 'it is too large',
    too_many: 'the message has too many files',
    no_room: 'your storage is full',
    empty: 'it is empty',
  } as Record<string, string>,
  calls: {
    inbound: { ringing: 'The contact called', completed: 'Call from the contact', missed: 'Missed call' },
    outbound: { ringing: 'The contact was called', completed: 'Call to the contact', missed: 'Call not answered' },
  } as Record<string, Record<string, string>>,
  duration: (minutes: number, seconds: number) => (minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds} s`),
}

const hi: typeof en = {
  edited: 'बदला गया',
  earlier: 'पहले के टेक्स्ट',
  noText: 'कोई टेक्स्ट नहीं',
  withdrawn: 'संपर्क ने यह संदेश हटा दिया',
  showWithdrawn: 'इसमें क्या लिखा था, देखें',
  filePending: 'फ़ाइल लाई जा रही है',
  fileUnavailable: (why: string) => `फ़ाइल उपलब्ध नहीं: ${why}`,
  why: {
    not_fetched: 'WhatsApp ने इसे नहीं दिया',
    too_large: 'यह बहुत बड़ी है',
    too_many: 'संदेश में बहुत ज़्यादा फ़ाइलें हैं',
    no_room: 'आपका स्टोरेज भर गया है',
    empty: 'यह खाली है',
  },
  calls: {
    inbound: { ringing: 'संपर्क ने कॉल किया', completed: 'संपर्क का कॉल', missed: 'छूटा हुआ कॉल' },
    outbound: { ringing: 'संपर्क को कॉल किया गया', completed: 'संपर्क को कॉल', missed: 'कॉल का जवाब नहीं मिला' },
  },
  duration: (minutes: number, seconds: number) => (minutes === 0 ? `${seconds} सेकंड` : `${minutes} मिनट ${seconds} सेकंड`),
}

export const changedWords = { en, hi }
