// What is traded: Angel One's symbol and exchange token, with the tick and lot that orders must respect.

export type Instrument = {
  readonly symbol: string
  readonly token: string
  readonly tickPaise: number
  readonly lotSize: number
}
