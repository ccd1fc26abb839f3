// Errors in an import's file, its mapping and its rows; and why an import ended.

import { count, listed, regionIn, type Texts } from '../texts.ts'

const en = {
  // The file
  import_too_large: ({ megabytes }: { megabytes: number }) =>
    `The file is larger than ${megabytes} MB. Split it into smaller files.`,
  import_not_a_table: 'This is neither a text file nor a spreadsheet. Save the table as CSV (UTF-8) or .xlsx.',
  import_without_rows: 'The file has no rows. Choose another one.',
  csv_row_too_long: ({ row, max }: { row: number; max: number }) =>
    `Row ${row} has more than ${max.toLocaleString('en-IN')} characters. Check that rows end with line breaks.`,
  csv_too_many_columns: ({ row, max }: { row: number; max: number }) =>
    `Row ${row} has more than ${count(max, 'column')}. Check that the separator is correct.`,
  csv_quote_not_closed: ({ row }: { row: number }) =>
    `In row ${row} a quotation mark (") is opened but not closed. Close it, or double it where it is part of the text.`,
  spreadsheet_row_too_long: ({ row, max }: { row: number; max: number }) =>
    `Row ${row} has more than ${max.toLocaleString('en-IN')} characters. Shorten its cells.`,
  spreadsheet_cell_too_long: ({ max }: { max: number }) =>
    `A cell has more than ${max.toLocaleString('en-IN')} characters. Shorten it.`,
  spreadsheet_too_many_columns: ({ row, max }: { row: number; max: number }) =>
    `Row ${row} has more than ${count(max, 'column')}. Delete some.`,
  spreadsheet_damaged:
    'The spreadsheet is damaged or incomplete. Open it, save it as .xlsx again and upload that file.',
  spreadsheet_with_password:
    'The spreadsheet is protected by a password. Save it without one, or save the table as CSV (UTF-8).',
  spreadsheet_old_format:
    'This is an old spreadsheet (.xls) or one with a password. Save it as .xlsx without a password, or as CSV (UTF-8).',
  spreadsheet_binary_format: 'This is a binary spreadsheet (.xlsb). Save it as .xlsx or as CSV (UTF-8).',
  spreadsheet_open_document: 'This is an OpenDocument spreadsheet (.ods). Save it as .xlsx or as CSV (UTF-8).',
  spreadsheet_is_html:
    'This is a web page (HTML), even if its name ends in .xls. Open it in a spreadsheet program and save it as .xlsx or as CSV (UTF-8).',
  spreadsheet_is_xml:
    'This is an XML file, not a table. Open it in a spreadsheet program and save it as .xlsx or as CSV (UTF-8).',
  zip_without_spreadsheet: 'This is a ZIP archive, not a spreadsheet. Save the table as .xlsx or as CSV (UTF-8).',
  spreadsheet_too_many_parts: ({ max }: { max: number }) =>
    `The spreadsheet has more than ${max.toLocaleString('en-IN')} sheets, pictures and charts. Save the table as CSV (UTF-8).`,
  spreadsheet_part_too_large: ({ megabytes }: { megabytes: number }) =>
    `The spreadsheet unpacks to more than ${megabytes} MB. Save the table as CSV (UTF-8).`,
  spreadsheet_too_much_text: ({ max }: { max: number }) =>
    `The texts of the spreadsheet have more than ${max.toLocaleString('en-IN')} characters. Save the table as CSV (UTF-8).`,

  // The mapping
  import_field_unknown: ({ field, fields }: { field: string; fields: readonly string[] }) =>
    `There is no field ${field}. Use one of these: ${listed(fields)}.`,
  import_field_twice: ({ field }: { field: string }) => `Two columns have the field ${field}. Remove one of them.`,
  import_without_name_or_address: 'Choose a column for the name, the email address, the phone number or the app ID.',
  import_into_groups_denied: 'You do not have permission to import into groups. Remove the column of the group.',
  import_column_unknown: ({ column, columns }: { column: string; columns: readonly string[] }) =>
    `The file has no column “${column}”. Its columns are: ${listed(columns)}.`,

  // A row
  row_too_many_cells: ({ cells, columns }: { cells: number; columns: number }) =>
    `The row has ${count(cells, 'cell')}, but the header has ${columns}. Put quotation marks around cells that contain the separator.`,
  row_without_contact: 'The row has neither a name nor an address in a mapped column.',
  cell_wrong_encoding:
    'The cell has characters that do not belong to the encoding of the file. Save the file as UTF-8.',
  cell_text_missing: 'The text of this cell is missing from the spreadsheet. Open it and save it as .xlsx again.',
  cell_not_yes_or_no: 'Enter yes or no, or leave the cell empty.',
  phone_is_a_fraction: 'This is a negative number or a fraction, not a phone number.',
  phone_with_extension: 'Remove the extension and keep only the phone number.',
  phone_not_valid_in: ({ country }: { country: string }) =>
    `This phone number does not exist. Without a country code it is read as a number of ${regionIn('en', country)}.`,
  row_of_several_contacts: ({ contacts }: { contacts: readonly string[] }) =>
    `The addresses in this row belong to different contacts: ${listed(contacts)}. Merge them, or leave out one column.`,
  row_too_many_attributes: ({ max }: { max: number }) =>
    `The contact would have more than ${count(max, 'custom field')}. Leave out some.`,
  row_group_full: ({ group }: { group: string }) => `The group ${group} is full. Choose another one.`,

  // How an import ended
  import_too_many_rows: ({ max }: { max: number }) =>
    `The file has more than ${max.toLocaleString('en-IN')} rows. The rest was not read. Split the file.`,
  import_file_deleted: 'The file no longer exists. Upload it again.',
  import_list_deleted: 'The contact list was deleted during the import. Choose another list and import the file again.',
  import_user_removed: 'The user who started the import is no longer a member of the organization.',
  import_database_failed: ({ tries, rows }: { tries: number; rows: number }) =>
    `The database failed ${count(tries, 'time')} after ${count(rows, 'imported row')}. The file is fine. Import it again: existing contacts are found.`,
  import_kept_failing: ({ tries, rows }: { tries: number; rows: number }) =>
    `The import failed ${count(tries, 'time')} after ${count(rows, 'imported row')}. Import the file again: existing contacts are found.`,
  import_rows_done: ({ row, next }: { row: number; next: number }) =>
    `Rows up to ${row} are imported. Nothing was read from row ${next} on.`,
  import_no_rows_done: 'No row is imported.',
}

const hi: Texts<typeof en> = {
  import_too_large: ({ megabytes }) => `फ़ाइल ${megabytes} MB से बड़ी है। उसे छोटी फ़ाइलों में बाँटें।`,
  import_not_a_table: 'यह न टेक्स्ट फ़ाइल है, न स्प्रेडशीट। टेबल को CSV (UTF-8) या .xlsx में सहेजें।',
  import_without_rows: 'फ़ाइल में कोई पंक्ति नहीं है। दूसरी फ़ाइल चुनें।',
  csv_row_too_long: ({ row, max }) =>
    `पंक्ति ${row} में ${max.toLocaleString('en-IN')} से ज़्यादा अक्षर हैं। देखें कि हर पंक्ति के बाद नई लाइन हो।`,
  csv_too_many_columns: ({ row, max }) => `पंक्ति ${row} में ${max} से ज़्यादा कॉलम हैं। देखें कि सेपरेटर सही हो।`,
  csv_quote_not_closed: ({ row }) =>
    `पंक्ति ${row} में उद्धरण-चिह्न (") खुला है पर बंद नहीं हुआ। उसे बंद करें, और जहाँ वह टेक्स्ट का हिस्सा हो वहाँ दो बार लिखें।`,
  spreadsheet_row_too_long: ({ row, max }) =>
    `पंक्ति ${row} में ${max.toLocaleString('en-IN')} से ज़्यादा अक्षर हैं। उसके सेल छोटे करें।`,
  spreadsheet_cell_too_long: ({ max }) => `एक सेल में ${max.toLocaleString('en-IN')} से ज़्यादा अक्षर हैं। उसे छोटा करें।`,
  spreadsheet_too_many_columns: ({ row, max }) => `पंक्ति ${row} में ${max} से ज़्यादा कॉलम हैं। कुछ हटाएँ।`,
  spreadsheet_damaged: 'स्प्रेडशीट ख़राब या अधूरी है। उसे खोलकर फिर से .xlsx में सहेजें और वही फ़ाइल अपलोड करें।',
  spreadsheet_with_password: 'स्प्रेडशीट पर पासवर्ड है। उसे बिना पासवर्ड के सहेजें, या टेबल को CSV (UTF-8) में सहेजें।',
  spreadsheet_old_format:
    'यह पुरानी स्प्रेडशीट (.xls) है, या उस पर पासवर्ड है। उसे बिना पासवर्ड के .xlsx में या CSV (UTF-8) में सहेजें।',
  spreadsheet_binary_format: 'यह बाइनरी स्प्रेडशीट (.xlsb) है। उसे .xlsx या CSV (UTF-8) में सहेजें।',
  spreadsheet_open_document: 'यह OpenDocument स्प्रेडशीट (.ods) है। उसे .xlsx या CSV (UTF-8) में सहेजें।',
  spreadsheet_is_html:
    'यह वेब पेज (HTML) है, भले ही नाम के अंत में .xls हो। इसे स्प्रेडशीट प्रोग्राम में खोलकर .xlsx या CSV (UTF-8) में सहेजें।',
  spreadsheet_is_xml: 'यह XML फ़ाइल है, टेबल नहीं। इसे स्प्रेडशीट प्रोग्राम में खोलकर .xlsx या CSV (UTF-8) में सहेजें।',
  zip_without_spreadsheet: 'यह ZIP फ़ाइल है, स्प्रेडशीट नहीं। टेबल को .xlsx या CSV (UTF-8) में सहेजें।',
  spreadsheet_too_many_parts: ({ max }) =>
    `स्प्रेडशीट में ${max.toLocaleString('en-IN')} से ज़्यादा शीट, तस्वीरें और चार्ट हैं। टेबल को CSV (UTF-8) में सहेजें।`,
  spreadsheet_part_too_large: ({ megabytes }) => `स्प्रेडशीट खुलने पर ${megabytes} MB से बड़ी है। टेबल को CSV (UTF-8) में सहेजें।`,
  spreadsheet_too_much_text: ({ max }) =>
    `स्प्रेडशीट के टेक्स्ट में ${max.toLocaleString('en-IN')} से ज़्यादा अक्षर हैं। टेबल को CSV (UTF-8) में सहेजें।`,

  import_field_unknown: ({ field, fields }) => `${field} नाम का कोई फ़ील्ड नहीं है। इनमें से एक लिखें: ${listed(fields)}।`,
  import_field_twice: ({ field }) => `दो कॉलम का फ़ील्ड ${field} है। एक हटाएँ।`,
  import_without_name_or_address: 'नाम, ईमेल पते, फ़ोन नंबर या ऐप आईडी का कॉलम चुनें।',
  import_into_groups_denied: 'समूहों में इंपोर्ट करने की अनुमति आपके पास नहीं है। समूह का कॉलम हटाएँ।',
  import_column_unknown: ({ column, columns }) =>
    `फ़ाइल में “${column}” नाम का कॉलम नहीं है। उसके कॉलम ये हैं: ${listed(columns)}।`,

  row_too_many_cells: ({ cells, columns }) =>
    `पंक्ति में ${cells} सेल हैं, पर पहली पंक्ति में ${columns}। जिन सेल में सेपरेटर आता है उन्हें उद्धरण-चिह्नों में रखें।`,
  row_without_contact: 'इस पंक्ति के चुने हुए कॉलम में न नाम है, न कोई पता।',
  cell_wrong_encoding: 'इस सेल में ऐसे अक्षर हैं जो फ़ाइल की एन्कोडिंग के नहीं हैं। फ़ाइल को UTF-8 में सहेजें।',
  cell_text_missing: 'इस सेल का टेक्स्ट स्प्रेडशीट में नहीं है। स्प्रेडशीट को खोलकर फिर से .xlsx में सहेजें।',
  cell_not_yes_or_no: 'हाँ या नहीं लिखें, या सेल ख़ाली छोड़ें।',
  phone_is_a_fraction: 'यह ऋणात्मक या दशमलव वाली संख्या है, फ़ोन नंबर नहीं।',
  phone_with_extension: 'एक्सटेंशन हटाएँ और सिर्फ़ फ़ोन नंबर रखें।',
  phone_not_valid_in: ({ country }) =>
    `ऐसा कोई फ़ोन नंबर नहीं होता। देश का कोड न हो तो इसे ${regionIn('hi', country)} का नंबर माना जाता है।`,
  row_of_several_contacts: ({ contacts }) =>
    `इस पंक्ति के पते अलग-अलग संपर्कों के हैं: ${listed(contacts)}। उन्हें मिलाएँ, या एक कॉलम छोड़ दें।`,
  row_too_many_attributes: ({ max }) => `इस संपर्क के कस्टम फ़ील्ड ${max} से ज़्यादा हो जाएँगे। कुछ छोड़ दें।`,
  row_group_full: ({ group }) => `समूह ${group} भर चुका है। दूसरा समूह चुनें।`,

  import_too_many_rows: ({ max }) =>
    `फ़ाइल में ${max.toLocaleString('en-IN')} से ज़्यादा पंक्तियाँ हैं। बाक़ी नहीं पढ़ी गईं। फ़ाइल को बाँटें।`,
  import_file_deleted: 'फ़ाइल अब नहीं है। उसे फिर से अपलोड करें।',
  import_list_deleted: 'इंपोर्ट के दौरान संपर्क सूची हटा दी गई। दूसरी सूची चुनकर फ़ाइल फिर से इंपोर्ट करें।',
  import_user_removed: 'जिसने इंपोर्ट शुरू किया था, वह अब संगठन का सदस्य नहीं है।',
  import_database_failed: ({ tries, rows }) =>
    `${rows} पंक्तियाँ इंपोर्ट होने के बाद डेटाबेस ${tries} बार विफल हुआ। फ़ाइल ठीक है। उसे फिर से इंपोर्ट करें: जो संपर्क बन चुके हैं वे पहचान लिए जाएँगे।`,
  import_kept_failing: ({ tries, rows }) =>
    `${rows} पंक्तियाँ होने के बाद इंपोर्ट ${tries} बार विफल हुआ। फ़ाइल फिर से इंपोर्ट करें: जो संपर्क बन चुके हैं वे पहचान लिए जाएँगे।`,
  import_rows_done: ({ row, next }) => `पंक्ति ${row} तक इंपोर्ट हो गया। पंक्ति ${next} से आगे कुछ नहीं पढ़ा गया।`,
  import_no_rows_done: 'कोई पंक्ति इंपोर्ट नहीं हुई।',
}

export const imports = { en, hi }
