const en = {
  states: {
    saved: 'Saved',
    saving: 'Saving…',
    waiting: 'Not saved yet: no connection. Kept in this browser.',
    refused: 'Some fields can’t be saved. Kept in this browser.',
  },
  saveNow: 'Save now',
}

const hi: typeof en = {
  states: {
    saved: 'सहेजा गया',
    saving: 'सहेजा जा रहा है…',
    waiting: 'अभी सहेजा नहीं गया: कनेक्शन नहीं है। इस ब्राउज़र में रखा है।',
    refused: 'कुछ फ़ील्ड सहेजे नहीं जा सके। इस ब्राउज़र में रखे हैं।',
  },
  saveNow: 'अभी सहेजें',
}

export const saveWords = { en, hi }
