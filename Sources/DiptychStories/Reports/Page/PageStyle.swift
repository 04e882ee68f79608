/// The look of the page. Colors keep a contrast of at least 4.5 to 1 in both schemes.
enum PageStyle {
  static let text =
    colors + """

      *{box-sizing:border-box}
      html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
      body{margin:0;background:var(--paper);color:var(--ink);overflow-wrap:anywhere;
      font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
      code,pre{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;
      font-size:.86em}
      h1,h2,h3,h4,h5,p,ul,ol,dl,dd,figure{margin:0}
      ul,ol{padding-left:1.2rem}
      a{color:var(--link)}
      :focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
      .skip{position:absolute;left:-999px}
      .skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:2}
      .pictures{position:absolute}
      .top,.page,footer{max-width:84rem;margin:0 auto;padding:0 clamp(1rem,3vw,2.5rem)}
      .top{padding-top:clamp(1.5rem,5vw,4rem);padding-bottom:1.5rem}
      .name{display:flex;align-items:center;gap:.6rem;font-weight:600;letter-spacing:.01em}
      .mark{width:1.6rem;height:1.15rem;border-radius:2px;
      background:linear-gradient(90deg,var(--legacy) 46%,transparent 46% 54%,var(--modern) 54%)}
      h1{font:600 clamp(1.9rem,5vw,3.1rem)/1.1 ui-serif,Georgia,"Times New Roman",serif;
      margin:.7rem 0 .8rem;letter-spacing:-.01em}
      .lead{max-width:44rem;color:var(--soft);font-size:1.08rem}
      .figures{display:flex;flex-wrap:wrap;gap:.4rem 2.2rem;margin:1.6rem 0 0}
      .figures div{display:flex;flex-direction:column-reverse}
      .figures dt{color:var(--soft);font-size:.86rem}
      .figures dd{font:600 1.9rem/1.1 ui-serif,Georgia,serif;font-variant-numeric:lining-nums}
      .figures .same dd{color:var(--same)}.figures .declared dd{color:var(--declared)}
      .figures .differs dd{color:var(--differs)}
      .settings{margin-top:1rem;color:var(--soft)}
      .tools{margin-top:1.4rem}
      button{font:inherit;font-size:.9rem;color:var(--ink);background:var(--card);cursor:pointer;
      border:1px solid var(--edge);border-radius:999px;padding:.35rem .9rem;margin:0 .3rem .3rem 0}
      button:hover{border-color:var(--soft)}
      .page{display:grid;gap:0 2.5rem;grid-template-columns:minmax(0,1fr)}
      nav{margin-bottom:1.5rem;font-size:.92rem}
      nav p{margin:.9rem 0 .15rem;font-weight:600;line-height:1.3}
      nav p a{color:inherit;text-decoration:none}
      nav ul{list-style:none;padding:0}
      nav li a{display:flex;justify-content:space-between;gap:.6rem;padding:.12rem 0;color:var(--ink);
      text-decoration:none}
      nav a:hover{text-decoration:underline}
      .dot{font-size:.8rem}.dot.same{color:var(--same)}.dot.declared{color:var(--declared)}
      .dot.differs{color:var(--differs);font-weight:700}
      summary{cursor:pointer;font-weight:600;padding:.15rem 0}
      summary::marker{color:var(--soft)}
      .chapter{padding-top:2.2rem}
      .chapter:first-child{padding-top:0}
      h2{font:600 1.65rem/1.2 ui-serif,Georgia,serif;padding-bottom:.5rem;
      border-bottom:1px solid var(--edge)}
      details.told{margin:.8rem 0 0;color:var(--soft);max-width:48rem}
      details.told p,details.told ul{margin-top:.5rem}
      .row{background:var(--card);border:1px solid var(--edge);border-radius:12px;margin-top:1.2rem;
      padding:clamp(.9rem,2.4vw,1.5rem)}
      .row>header{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;
      gap:.3rem 1rem}
      h3{font-size:1.05rem;font-weight:600}
      h3 code{font-size:.9em;background:var(--well);border-radius:5px;padding:.12em .4em;
      margin-right:.35em}
      .verdict{font-size:.88rem;font-weight:600;border-radius:999px;padding:.1rem .7rem;
      border:1px solid currentColor}
      .same .verdict{color:var(--same)}.declared .verdict{color:var(--declared)}
      .differs .verdict{color:var(--differs)}
      h4{font-size:.95rem}
      .differences{margin-top:1rem;border-left:3px solid var(--declared);padding-left:.9rem}
      .row.differs .differences{border-color:var(--differs)}
      .differences ul{list-style:none;padding:0}
      .differences li{padding:.45rem 0}
      .differences li+li{border-top:1px solid var(--edge)}
      .differences p{font-size:.92rem;color:var(--soft)}
      .differences .what{color:var(--ink)}
      .sides,.panels,.pair,.step{display:grid;gap:.5rem 1.4rem;grid-template-columns:minmax(0,1fr)}
      .sides dt{font-size:.8rem;color:var(--soft)}
      .sides dd{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.86rem}
      .panels{margin-top:1rem;gap:1rem}
      .panel{border-top:3px solid;padding-top:.6rem;min-width:0}
      .panel.legacy{border-color:var(--legacy)}.panel.modern{border-color:var(--modern)}
      .panel h4{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem}
      .panel h4 span{font-weight:400;color:var(--soft)}
      .job{color:var(--soft);font-size:.92rem}
      .sheet{margin-top:.7rem}
      .sheet figcaption{font-size:.86rem;font-weight:600}
      .sheet ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.25rem}
      .sheet li{width:6rem}
      .sheet svg,.film{display:flex;width:6rem;height:6rem;background:var(--well);border-radius:6px}
      .film{align-items:center;justify-content:center;font-size:.82rem;color:var(--soft);
      border:2px dashed var(--edge)}
      .cover svg,.cover .film{outline:3px solid var(--cover);outline-offset:1px}
      .tag{font-size:.8rem;color:var(--soft)}.cover .tag{color:var(--ink);font-weight:600}
      .none{color:var(--soft);font-size:.9rem}
      dl.told{margin-top:.8rem;font-size:.92rem}
      dl.told dt{font-weight:600;font-size:.86rem}
      dl.told dd::before{content:"› ";color:var(--soft)}
      .row details{margin-top:.9rem}
      .panel details summary{font-size:.92rem}
      .panel summary span{font-weight:400;color:var(--soft);margin-left:.6rem}
      .calls ol{list-style:none;padding:0;margin-top:.4rem;font-size:.86rem}
      .calls li{display:grid;grid-template-columns:3.2rem minmax(0,1fr);gap:.5rem;padding:.14rem 0}
      .calls .at{text-align:right;color:var(--soft);font-variant-numeric:tabular-nums}
      .calls .thread{color:var(--soft);white-space:normal}
      .calls .commit code{font-weight:700}.calls .read code{color:var(--soft)}
      .calls p{color:var(--soft);font-size:.82rem;margin-top:.3rem}
      .step{margin-top:.7rem}
      h5{font-size:.9rem;font-weight:600;color:var(--soft)}
      .code{background:var(--well);border-radius:8px;border-left:3px solid;padding:.7rem .8rem;
      margin:0;white-space:pre-wrap;font-size:.8rem;line-height:1.45;min-width:0}
      .code code{font-size:inherit}
      .code.legacy{border-color:var(--legacy)}.code.modern{border-color:var(--modern)}
      .code i{color:var(--comment)}.code u{text-decoration:none;color:var(--api)}
      .code s{text-decoration:none;color:var(--string)}
      p.code{color:var(--soft);font-style:italic}
      mark{background:var(--marked);color:inherit;display:inline-block;width:100%;border-radius:2px}
      footer{padding-top:2.5rem;padding-bottom:3rem;color:var(--soft);font-size:.9rem}
      @media (min-width:46rem){
      .sides,.panels,.pair{grid-template-columns:repeat(2,minmax(0,1fr))}
      .step{grid-template-columns:repeat(2,minmax(0,1fr))}
      .step h5{grid-column:1/-1}
      }
      @media (min-width:72rem){
      .page{grid-template-columns:15rem minmax(0,1fr)}
      nav{position:sticky;top:0;max-height:100vh;overflow-y:auto;padding:1rem .6rem 2rem 0}
      nav p:first-of-type{margin-top:.4rem}
      .chapter:first-child{padding-top:1rem}
      }
      @media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
      @page{margin:12mm}
      @media print{
      :root{color-scheme:light;font-size:10.5px}
      body{font-size:8.5pt;line-height:1.35;background:#fff}
      nav,.tools,.skip{display:none}
      .page{display:block}
      .top,.page,footer{max-width:none;padding-left:0;padding-right:0}
      .sides,.panels,.pair,.step{grid-template-columns:repeat(2,minmax(0,1fr))}
      .step h5{grid-column:1/-1}
      .row{break-inside:auto;border-radius:0}
      .row>header,.sheet,.sides,.calls li,.panel h4,h2,h3,h4,h5,summary{break-inside:avoid}
      .row>header,.panel h4,h2,h3,h4,h5,summary{break-after:avoid}
      *{print-color-adjust:exact;-webkit-print-color-adjust:exact}
      }
      """

  private static let colors = """
    :root{color-scheme:light dark;--paper:#f6f4ef;--card:#fffefb;--well:#f0ede5;--ink:#1d1c1a;
    --soft:#5c5952;--edge:#dbd6ca;--link:#0b5cad;--legacy:#b4741a;--modern:#2868b0;--same:#2a6b3a;
    --declared:#8a5300;--differs:#b3261e;--cover:#b4741a;--marked:#ffe39a;--comment:#686459;
    --api:#0b5394;--string:#93381f}
    @media (prefers-color-scheme:dark){:root{--paper:#161614;--card:#1f1f1c;--well:#292925;
    --ink:#ecebe6;--soft:#aeaaa0;--edge:#3a3934;--link:#8fc1ff;--legacy:#dba14d;--modern:#76aef0;
    --same:#86cf98;--declared:#eebb62;--differs:#ff9d93;--cover:#f0b85a;--marked:#5a4710;
    --comment:#a19d92;--api:#8fc1ff;--string:#f0aa8a}}
    @media print{:root{--paper:#fff;--card:#fff;--well:#f4f2ec;--ink:#000;--soft:#444;--edge:#bbb;
    --link:#000;--same:#1d5a2c;--declared:#6d4200;--differs:#8f1d17;--marked:#ffe39a;
    --comment:#555;--api:#0b4a83;--string:#7d2e18}}
    """

  /// Opens and closes what can be opened, by button and for printing; the page works without it.
  static let script = """
    (()=>{const all=()=>document.querySelectorAll('main details');
    for(const button of document.querySelectorAll('[data-open]'))button.addEventListener('click',
    ()=>all().forEach(d=>d.open=button.dataset.open==='true'));
    let shut=[];
    addEventListener('beforeprint',()=>{shut=[...all()].filter(d=>!d.open);shut.forEach(d=>d.open=true)});
    addEventListener('afterprint',()=>shut.forEach(d=>d.open=false));
    if(matchMedia('(max-width: 72rem)').matches)document.querySelector('nav details').open=false})();
    """
}
