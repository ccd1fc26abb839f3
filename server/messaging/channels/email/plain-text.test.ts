// The text of an HTML mail, for any HTML.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/cases.ts'
import { superlinearGrowth } from '../../../../test/growth.ts'
import { plainTextOf } from './plain-text.ts'

test('spec 7.20: paragraphs, lists, links, tables and characters read as they are meant', () => {
  const table: [html: string, text: string][] = [
    ['<h1>Hello</h1><p>Dear <b>Asha</b>,<br>how are you?</p>', 'Hello\n\nDear Asha,\nhow are you?'],
    ['नमस्ते&nbsp;&amp; &#8377;5 &#x1F69A; &lt;ok&gt; &unknown;', 'नमस्ते & ₹5 🚚 <ok> &unknown;'],
    ['<ul><li>one<li>two<ol><li>a</li><li>b</li></ol></ul>', '- one\n- two\n  1. a\n  2. b'],
    ['<a href="https://x.example/?a=1&amp;b=2">Shop</a>', 'Shop (https://x.example/?a=1&b=2)'],
    ['<a href="https://x.example/">x.example</a>', 'x.example'],
    ["<a href='mailto:a@b.example'>a@b.example</a> <a href='javascript:x()'>y</a>", 'a@b.example y'],
    ['<table><tr><td>Rice</td><td>5 kg</td></tr><tr><td>Dal</td></tr></table>', 'Rice 5 kg\nDal'],
    ['<head><title>No</title><style>p{}</style></head><script>no()</script>Yes<!-- no -->', 'Yes'],
    ['<img alt="Our shop" src=x><img src=y>', 'Our shop'],
    ['<pre>a  b\n  c</pre>', 'a  b\n  c'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['<p title="a > b">x</p>', 'x'],
    ['  \n <div> </div> ', ''],
    ['caf&eacute; &Eacute;cole &uuml;ber &Omega; &le; &NBSP;&shy;x it&#146;s &#x80;5', 'café École über Ω ≤ x it’s €5'],
    ['a&#0;&#27;b&#xD800;&#1114112;', 'ab'],
  ]
  for (const [html, text] of table) assert.equal(plainTextOf(html), text, html)
})

/** A tree-building parser took 40 s for some of them at 500 KB. */
const LENGTH = 200_000
const pieces = (
  '<div>|<b>|<|&|&amp|<ul><li>|<ol><li>a|<table><tr><td>|<p>|<br>|<!--|</p>|<script>|<svg><p>|<blockquote>|<a href=x>y|' +
  '<a href=http://x.y/>y|<pre>\n|<a "|<a x="|</|<!|<a href |<img alt=\'"|&#|&#x1'
).split('|')

test('spec 7.20: its time follows the length, whatever is repeated in it', () => {
  for (const piece of pieces) {
    for (const start of ['', '<a ', '<ol>']) {
      const growth = superlinearGrowth(LENGTH, (length) => {
        const html = start + piece.repeat(length / piece.length)
        return () => plainTextOf(html)
      })
      assert.equal(growth, null, start + piece)
    }
  }
})

test('spec 7.20: whatever it is given, it gives text without tags that it took, control characters and half characters', () => {
  const piece = fc.oneof(fc.constantFrom(...pieces, '>', '"', ' ', 'x', '</a>', '</ol>', '&#13;'), fc.string())
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
      const given = parts
        .join('')
        .replace(/[\p{Cc}]/gu, ' ')
        .toWellFormed()
      const text = plainTextOf(given)
      assert.doesNotMatch(text, /[^\P{Cc}\n]/u)
      assert.ok(text.isWellFormed())
      assert.ok(text.length <= 4 * given.length + 100)
    }),
  )
})
