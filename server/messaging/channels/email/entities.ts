// Characters by their names in HTML 4 (https://www.w3.org/TR/html401/sgml/entities.html), which mail programs write for
// letters that might not survive their charset.

const inOrder = (first: number, names: string): [string, string][] =>
  names
    .trim()
    .split(/\s+/)
    .map((name, index) => [name, String.fromCodePoint(first + index)])

const LATIN = inOrder(
  0xa0,
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para
  middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute
  Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml
  Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml
  eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`,
)
const GREEK_CAPITALS = inOrder(
  0x391,
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho',
)
const GREEK_CAPITALS_FROM_SIGMA = inOrder(0x3a3, 'Sigma Tau Upsilon Phi Chi Psi Omega')
const GREEK = inOrder(
  0x3b1,
  `alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi
  psi omega`,
)

const OTHERS = `
  amp:26 lt:3c gt:3e quot:22 apos:27 OElig:152 oelig:153 Scaron:160 scaron:161 Yuml:178 fnof:192 circ:2c6 tilde:2dc
  Scedil:15e scedil:15f Gbreve:11e gbreve:11f Idot:130 inodot:131 Zcaron:17d zcaron:17e Ccaron:10c ccaron:10d Cacute:106
  cacute:107 Lstrok:141 lstrok:142 Nacute:143 nacute:144 Sacute:15a sacute:15b Zacute:179 zacute:17a Zdot:17b zdot:17c
  Aogon:104 aogon:105 Eogon:118 eogon:119 Rcaron:158 rcaron:159 Ecaron:11a ecaron:11b Uring:16e uring:16f Dstrok:110
  dstrok:111 Abreve:102 abreve:103 Odblac:150 odblac:151 Udblac:170 udblac:171 Amacr:100 amacr:101 Imacr:12a imacr:12b
  Umacr:16a umacr:16b Emacr:112 emacr:113 Omacr:14c omacr:14d
  zwnj:200c zwj:200d lrm:200e rlm:200f ndash:2013 mdash:2014 lsquo:2018 rsquo:2019 sbquo:201a ldquo:201c rdquo:201d
  bdquo:201e dagger:2020 Dagger:2021 bull:2022 hellip:2026 permil:2030 prime:2032 Prime:2033 lsaquo:2039 rsaquo:203a
  oline:203e frasl:2044 euro:20ac image:2111 weierp:2118 real:211c trade:2122 alefsym:2135 larr:2190 uarr:2191 rarr:2192
  darr:2193 harr:2194 crarr:21b5 lArr:21d0 uArr:21d1 rArr:21d2 dArr:21d3 hArr:21d4 forall:2200 part:2202 exist:2203
  empty:2205 nabla:2207 isin:2208 notin:2209 ni:220b prod:220f sum:2211 minus:2212 lowast:2217 radic:221a prop:221d
  infin:221e ang:2220 and:2227 or:2228 cap:2229 cup:222a int:222b there4:2234 sim:223c cong:2245 asymp:2248 ne:2260
  equiv:2261 le:2264 ge:2265 sub:2282 sup:2283 nsub:2284 sube:2286 supe:2287 oplus:2295 otimes:2297 perp:22a5 sdot:22c5
  lceil:2308 rceil:2309 lfloor:230a rfloor:230b lang:27e8 rang:27e9 loz:25ca spades:2660 clubs:2663 hearts:2665 diams:2666
  thetasym:3d1 upsih:3d2 piv:3d6 check:2713 cross:2717 star:2606 phone:260e`

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN,
  ...GREEK_CAPITALS,
  ...GREEK_CAPITALS_FROM_SIGMA,
  ...GREEK,
  ...OTHERS.trim()
    .split(/\s+/)
    .map((pair): [string, string] => {
      const [name = '', code = ''] = pair.split(':')
      return [name, String.fromCodePoint(Number.parseInt(code, 16))]
    }),
  // In a text part a space is a space, and no word is hyphenated.
  ['nbsp', ' '],
  ['ensp', ' '],
  ['emsp', ' '],
  ['thinsp', ' '],
  ['shy', ''],
])

/** Null when no character has the name. Some programs write names in capitals: `&AMP;`. */
export const named = (name: string): string | null => NAMED.get(name) ?? NAMED.get(name.toLowerCase()) ?? null

/** Numbers 128 to 159 are Windows-1252 in HTML, where Unicode has control characters. */
export const windows1252 = (code: number): string => WINDOWS.decode(Uint8Array.of(code)).replace(/\p{Cc}/u, '')

const WINDOWS = new TextDecoder('windows-1252')
