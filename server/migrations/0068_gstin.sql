-- The GSTIN a buyer wants on invoices; its first two digits are the state that the buyer is taxed in.
alter table users add column gstin text
  check (gstin ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]Z[0-9A-Z]$' and left(gstin, 2) = gst_state);
-- As it was when the document was issued.
alter table invoices add column buyer_gstin text;
