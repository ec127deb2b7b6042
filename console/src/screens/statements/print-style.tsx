/**
 * Prints only the statement, black on white, on A4 with page numbers. Hides every element outside the sheet, so no
 * other component needs print styles.
 */
const rules = `
@media print {
  @page {
    size: A4;
    margin: 16mm 16mm 20mm;
    @bottom-right { content: counter(page) " / " counter(pages); font: 9pt Roboto, sans-serif; color: #444; }
  }
  :root { color-scheme: light !important; }
  html, body, body :has(#statement) {
    margin: 0 !important; padding: 0 !important; max-width: none !important; background: #fff !important; display: block !important;
  }
  body *:not(:has(#statement)):not(#statement):not(#statement *) { display: none !important; }
  #statement { max-width: none !important; padding: 0 !important; border: 0 !important; overflow: visible !important; opacity: 1 !important; }
  #statement, #statement * { color: #000 !important; background: none !important; border-color: #bbb !important; box-shadow: none !important; }
  #statement h2, #statement thead { break-after: avoid; }
  #statement tr { break-inside: avoid; }
}`;

export function PrintStyle() {
  return <style>{rules}</style>;
}
