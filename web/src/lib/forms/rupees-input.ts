import type { NumberInputProps } from '@mantine/core'

/** Props of an input for an amount. A minus can be typed: dropping it silently would save an amount nobody meant. */
export const RUPEES: NumberInputProps = {
  step: 0.01,
  decimalScale: 2,
  prefix: '₹',
  thousandSeparator: ',',
  thousandsGroupStyle: 'lakh',
  hideControls: true,
  inputMode: 'decimal',
}
