// Texts for the checks of a WhatsApp account's test, by their API names.

const en = {
  steps: {
    'access token': 'Access token',
    'app secret': 'App secret',
    number: 'Phone number',
    subscription: 'Subscription',
    'public address': 'Public address',
  } as Readonly<Record<string, string>>,
}

const hi: typeof en = {
  steps: {
    'access token': 'ऐक्सेस टोकन',
    'app secret': 'ऐप सीक्रेट',
    number: 'फ़ोन नंबर',
    subscription: 'सब्सक्रिप्शन',
    'public address': 'पब्लिक पता',
  },
}

export const connectionTestWords = { en, hi }
