// Why a version of a template was rejected, paused, or waits: by Samvad's rules, or by the meaning of Meta's codes.

import type { Texts } from '../texts.ts'

const en = {
  rejected_by_sandbox: 'The sandbox rejects templates whose name begins with reject_.',
  template_of_other_account: 'Another account approved this template. Submit it again.',
  template_gone_at_provider: 'The provider no longer has this template. Submit it again.',
  no_account_for_templates: 'No WhatsApp account is set up. The template is submitted once you set one up.',
  template_name_taken:
    'Meta already has a template with this name and language, but a different text. Choose another name.',
  meta_writes_authentication:
    'Meta writes the text of authentication templates itself and takes none with a text of your own. Choose another category.',

  meta_app_unknown:
    'Meta did not say which app the access token belongs to, so the file of the header cannot be uploaded. Create the token for a system user of your own app at Meta, and set it in the account.',
  header_file_not_taken: 'Meta did not accept the file of the header. It is tried again.',

  // Meta's codes
  too_many_templates: 'The business account has as many templates as Meta allows. Delete one that you do not use.',
  template_name_being_deleted:
    'Meta is deleting a template with this name and language. Wait 30 days, or choose another name.',
  template_too_long: 'The template is longer than Meta allows. Shorten it.',
  authentication_text_by_meta: 'Meta writes the text of authentication templates itself. Choose another category.',
  template_header_not_taken:
    'Meta does not accept the format of the header. Remove line breaks, emoji and formatting characters from it.',
  template_text_not_taken: 'Meta does not accept the format of the text.',
  template_footer_not_taken:
    'Meta does not accept the format of the footer. Remove variables, line breaks, emoji and formatting characters from it.',
  too_many_variables: 'There are too many variables for such a short text. Add words or remove variables.',
  variable_at_the_edge: 'Meta accepts no variable at the beginning or the end. Put a word there.',
  disabled_by_meta: 'Meta disabled the template because it was paused too often for its quality.',
  locked_by_meta: 'Meta locked the template.',
  archived_by_meta:
    'Meta archived the template because it was not used for a long time, and deletes it after 28 days. Restore it at Meta.',
  being_deleted_at_meta: 'The template is being deleted at Meta.',
  deleted_at_meta: 'The template was deleted at Meta.',
}

const hi: Texts<typeof en> = {
  rejected_by_sandbox: 'जिन टेम्पलेट का नाम reject_ से शुरू होता है, उन्हें सैंडबॉक्स नामंज़ूर करता है।',
  template_of_other_account: 'इस टेम्पलेट को किसी दूसरे खाते ने मंज़ूर किया था। इसे फिर से भेजें।',
  template_gone_at_provider: 'प्रदाता के पास अब यह टेम्पलेट नहीं है। इसे फिर से भेजें।',
  no_account_for_templates: 'कोई WhatsApp खाता सेट नहीं है। खाता जोड़ते ही टेम्पलेट मंज़ूरी के लिए भेजा जाएगा।',
  template_name_taken: 'Meta के पास इसी नाम और भाषा का टेम्पलेट पहले से है, पर उसका टेक्स्ट अलग है। दूसरा नाम चुनें।',
  meta_writes_authentication: 'ऑथेंटिकेशन टेम्पलेट का टेक्स्ट Meta ख़ुद लिखता है और आपका लिखा नहीं लेता। दूसरी श्रेणी चुनें।',

  meta_app_unknown:
    'Meta ने नहीं बताया कि एक्सेस टोकन किस ऐप का है, इसलिए हेडर की फ़ाइल अपलोड नहीं हो सकती। Meta पर अपने ऐप के सिस्टम यूज़र का टोकन बनाएँ और उसे खाते में भरें।',
  header_file_not_taken: 'Meta ने हेडर की फ़ाइल नहीं ली। फिर से कोशिश होगी।',

  too_many_templates: 'बिज़नेस खाते में उतने टेम्पलेट हैं जितने Meta देता है। जो काम का नहीं, उसे डिलीट करें।',
  template_name_being_deleted: 'Meta इसी नाम और भाषा का एक टेम्पलेट हटा रहा है। 30 दिन रुकें, या दूसरा नाम चुनें।',
  template_too_long: 'टेम्पलेट Meta की सीमा से लंबा है। इसे छोटा करें।',
  authentication_text_by_meta: 'ऑथेंटिकेशन टेम्पलेट का टेक्स्ट Meta ख़ुद लिखता है। दूसरी श्रेणी चुनें।',
  template_header_not_taken: 'Meta को हेडर का यह फ़ॉर्मैट मंज़ूर नहीं है। उससे नई पंक्तियाँ, इमोजी और फ़ॉर्मैटिंग के चिह्न हटाएँ।',
  template_text_not_taken: 'Meta को टेक्स्ट का यह फ़ॉर्मैट मंज़ूर नहीं है।',
  template_footer_not_taken: 'Meta को फ़ुटर का यह फ़ॉर्मैट मंज़ूर नहीं है। उससे वेरिएबल, नई पंक्तियाँ, इमोजी और फ़ॉर्मैटिंग के चिह्न हटाएँ।',
  too_many_variables: 'इतने छोटे टेक्स्ट के लिए वेरिएबल ज़्यादा हैं। शब्द बढ़ाएँ या वेरिएबल घटाएँ।',
  variable_at_the_edge: 'Meta शुरू या आख़िर में वेरिएबल नहीं लेता। वहाँ कोई शब्द रखें।',
  disabled_by_meta: 'क्वालिटी की वजह से बार-बार रुकने पर Meta ने टेम्पलेट बंद कर दिया।',
  locked_by_meta: 'Meta ने टेम्पलेट लॉक कर दिया है।',
  archived_by_meta:
    'लंबे समय तक इस्तेमाल न होने से Meta ने टेम्पलेट आर्काइव कर दिया है और 28 दिन बाद हटा देगा। इसे Meta पर वापस लाएँ।',
  being_deleted_at_meta: 'टेम्पलेट Meta पर डिलीट हो रहा है।',
  deleted_at_meta: 'टेम्पलेट Meta पर डिलीट कर दिया गया।',
}

export const templates = { en, hi }
