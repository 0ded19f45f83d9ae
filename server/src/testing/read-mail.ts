/** A received mail as its reader sees it: the subject and the text, decoded. */
export function readMail(raw: string): { readonly to: string; readonly subject: string; readonly text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''
  const body = rest.join('\r\n\r\n')
  const encoding = header('Content-Transfer-Encoding')
  const text = encoding === 'base64' ? fromBase64(body) : encoding === 'quoted-printable' ? fromQuoted(body) : body
  return { to: header('To'), subject: decodeWords(header('Subject')), text: text.replaceAll('\r\n', '\n').trim() }
}

/** =?UTF-8?Q?=E2=82=B9998?= and =?UTF-8?B?...?=; the blanks between two of them are not part of the text. */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? fromBase64(word) : fromQuoted(word.replaceAll('_', ' ')),
    )
}

function fromQuoted(text: string): string {
  const joined = text.replaceAll(/=\r?\n/g, '')
  const bytes = joined.replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8')
}
