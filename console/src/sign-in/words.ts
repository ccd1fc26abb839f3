const en = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  signIn: 'Sign in',
  again: 'You are signed out',
  againDetail: 'Sign in again, and what you were doing goes on.',
  prove: 'Is it you?',
  proveDetail: 'This needs your password once more.',
  otherPerson: 'This is another account. Sign in as the one who was here, or reload the page.',
  goOn: 'Go on',
}

const hi: typeof en = {
  title: 'साइन इन',
  email: 'ईमेल',
  password: 'पासवर्ड',
  signIn: 'साइन इन करें',
  again: 'आप साइन आउट हो गए हैं',
  againDetail: 'फिर से साइन इन करें, और काम वहीं से चलेगा।',
  prove: 'क्या ये आप ही हैं?',
  proveDetail: 'इसके लिए एक बार फिर आपका पासवर्ड चाहिए।',
  otherPerson: 'यह कोई और खाता है। जो यहाँ थे उसी से साइन इन करें, या पेज फिर से लोड करें।',
  goOn: 'आगे बढ़ें',
}

export const words = { en, hi }
