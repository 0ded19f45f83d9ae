import { renderSVG } from 'uqr'

type Props = { text: string; label: string }

/** Rendered locally, so that the secret is sent to no image service. Black on white in both themes, for cameras. */
export function QrCode({ text, label }: Props) {
  const picture = renderSVG(text, { ecc: 'M', border: 3 })
  return <img width={184} height={184} alt={label} src={`data:image/svg+xml,${encodeURIComponent(picture)}`} />
}
