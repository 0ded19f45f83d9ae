export type GstSplit = {
  readonly totalPaise: bigint
  readonly taxablePaise: bigint
  readonly cgstPaise: bigint
  readonly sgstPaise: bigint
  readonly igstPaise: bigint
}

/**
 * 18 % within the price, for the invoice and for what the buyer sees before paying. Within one state it is two equal halves, so an odd paisa belongs to the taxable
 * value.
 */
export function splitGst(totalPaise: bigint, isSameState: boolean): GstSplit {
  const rounded = (totalPaise * 100n + 59n) / 118n
  const tax = totalPaise - rounded
  if (!isSameState) return { totalPaise, taxablePaise: rounded, cgstPaise: 0n, sgstPaise: 0n, igstPaise: tax }
  const half = tax / 2n
  return { totalPaise, taxablePaise: totalPaise - 2n * half, cgstPaise: half, sgstPaise: half, igstPaise: 0n }
}
