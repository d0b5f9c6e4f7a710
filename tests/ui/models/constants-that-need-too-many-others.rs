burtorch::graph! {
    pub struct Net {
        weight: Param<3>,
    }

    impl Net {
        pub fn loss(&self, x: Tensor<3>) -> f32 {
            sum(x * self.weight) * A0 as f32
        }
    }

    const A0: usize = A1; const A1: usize = A2; const A2: usize = A3; const A3: usize = A4;
    const A4: usize = A5; const A5: usize = A6; const A6: usize = A7; const A7: usize = A8;
    const A8: usize = A9; const A9: usize = A10; const A10: usize = A11; const A11: usize = A12;
    const A12: usize = A13; const A13: usize = A14; const A14: usize = A15; const A15: usize = A16;
    const A16: usize = A17; const A17: usize = A18; const A18: usize = A19; const A19: usize = A20;
    const A20: usize = A21; const A21: usize = A22; const A22: usize = A23; const A23: usize = A24;
    const A24: usize = A25; const A25: usize = A26; const A26: usize = A27; const A27: usize = A28;
    const A28: usize = A29; const A29: usize = A30; const A30: usize = A31; const A31: usize = A32;
    const A32: usize = A33; const A33: usize = A34; const A34: usize = A35; const A35: usize = A36;
    const A36: usize = A37; const A37: usize = A38; const A38: usize = A39; const A39: usize = A40;
    const A40: usize = A41; const A41: usize = A42; const A42: usize = A43; const A43: usize = A44;
    const A44: usize = A45; const A45: usize = A46; const A46: usize = A47; const A47: usize = A48;
    const A48: usize = A49; const A49: usize = A50; const A50: usize = A51; const A51: usize = A52;
    const A52: usize = A53; const A53: usize = A54; const A54: usize = A55; const A55: usize = A56;
    const A56: usize = A57; const A57: usize = A58; const A58: usize = A59; const A59: usize = A60;
    const A60: usize = A61; const A61: usize = A62; const A62: usize = A63; const A63: usize = A64;
    const A64: usize = A65; const A65: usize = A66; const A66: usize = A67; const A67: usize = A68;
    const A68: usize = A69; const A69: usize = A70; const A70: usize = A71; const A71: usize = A72;
    const A72: usize = A73; const A73: usize = A74; const A74: usize = A75; const A75: usize = A76;
    const A76: usize = A77; const A77: usize = A78; const A78: usize = A79; const A79: usize = A80;
    const A80: usize = A81; const A81: usize = A82; const A82: usize = A83; const A83: usize = A84;
    const A84: usize = A85; const A85: usize = A86; const A86: usize = A87; const A87: usize = A88;
    const A88: usize = A89; const A89: usize = A90; const A90: usize = A91; const A91: usize = A92;
    const A92: usize = A93; const A93: usize = A94; const A94: usize = A95; const A95: usize = A96;
    const A96: usize = A97; const A97: usize = A98; const A98: usize = A99; const A99: usize = A100;
    const A100: usize = A101; const A101: usize = A102; const A102: usize = A103; const A103: usize = A104;
    const A104: usize = A105; const A105: usize = A106; const A106: usize = A107; const A107: usize = A108;
    const A108: usize = A109; const A109: usize = A110; const A110: usize = A111; const A111: usize = A112;
    const A112: usize = A113; const A113: usize = A114; const A114: usize = A115; const A115: usize = A116;
    const A116: usize = A117; const A117: usize = A118; const A118: usize = A119; const A119: usize = A120;
    const A120: usize = A121; const A121: usize = A122; const A122: usize = A123; const A123: usize = A124;
    const A124: usize = A125; const A125: usize = A126; const A126: usize = A127; const A127: usize = A128;
    const A128: usize = A129; const A129: usize = A130; const A130: usize = A131; const A131: usize = A132;
    const A132: usize = A133; const A133: usize = A134; const A134: usize = A135; const A135: usize = A136;
    const A136: usize = A137; const A137: usize = A138; const A138: usize = A139; const A139: usize = A140;
    const A140: usize = A141; const A141: usize = A142; const A142: usize = A143; const A143: usize = A144;
    const A144: usize = A145; const A145: usize = A146; const A146: usize = A147; const A147: usize = A148;
    const A148: usize = A149; const A149: usize = A150; const A150: usize = A151; const A151: usize = A152;
    const A152: usize = A153; const A153: usize = A154; const A154: usize = A155; const A155: usize = A156;
    const A156: usize = A157; const A157: usize = A158; const A158: usize = A159; const A159: usize = A160;
    const A160: usize = A161; const A161: usize = A162; const A162: usize = A163; const A163: usize = A164;
    const A164: usize = A165; const A165: usize = A166; const A166: usize = A167; const A167: usize = A168;
    const A168: usize = A169; const A169: usize = A170; const A170: usize = A171; const A171: usize = A172;
    const A172: usize = A173; const A173: usize = A174; const A174: usize = A175; const A175: usize = A176;
    const A176: usize = A177; const A177: usize = A178; const A178: usize = A179; const A179: usize = A180;
    const A180: usize = A181; const A181: usize = A182; const A182: usize = A183; const A183: usize = A184;
    const A184: usize = A185; const A185: usize = A186; const A186: usize = A187; const A187: usize = A188;
    const A188: usize = A189; const A189: usize = A190; const A190: usize = A191; const A191: usize = A192;
    const A192: usize = A193; const A193: usize = A194; const A194: usize = A195; const A195: usize = A196;
    const A196: usize = A197; const A197: usize = A198; const A198: usize = A199; const A199: usize = A200;
    const A200: usize = A201; const A201: usize = A202; const A202: usize = A203; const A203: usize = A204;
    const A204: usize = A205; const A205: usize = A206; const A206: usize = A207; const A207: usize = A208;
    const A208: usize = A209; const A209: usize = A210; const A210: usize = A211; const A211: usize = A212;
    const A212: usize = A213; const A213: usize = A214; const A214: usize = A215; const A215: usize = A216;
    const A216: usize = A217; const A217: usize = A218; const A218: usize = A219; const A219: usize = A220;
    const A220: usize = A221; const A221: usize = A222; const A222: usize = A223; const A223: usize = A224;
    const A224: usize = A225; const A225: usize = A226; const A226: usize = A227; const A227: usize = A228;
    const A228: usize = A229; const A229: usize = A230; const A230: usize = A231; const A231: usize = A232;
    const A232: usize = A233; const A233: usize = A234; const A234: usize = A235; const A235: usize = A236;
    const A236: usize = A237; const A237: usize = A238; const A238: usize = A239; const A239: usize = A240;
    const A240: usize = A241; const A241: usize = A242; const A242: usize = A243; const A243: usize = A244;
    const A244: usize = A245; const A245: usize = A246; const A246: usize = A247; const A247: usize = A248;
    const A248: usize = A249; const A249: usize = A250; const A250: usize = A251; const A251: usize = A252;
    const A252: usize = A253; const A253: usize = A254; const A254: usize = A255; const A255: usize = A256;
    const A256: usize = A257; const A257: usize = A258; const A258: usize = A259; const A259: usize = A260;
    const A260: usize = A261; const A261: usize = A262; const A262: usize = A263; const A263: usize = A264;
    const A264: usize = A265; const A265: usize = A266; const A266: usize = A267; const A267: usize = A268;
    const A268: usize = A269; const A269: usize = A270; const A270: usize = A271; const A271: usize = A272;
    const A272: usize = A273; const A273: usize = A274; const A274: usize = A275; const A275: usize = A276;
    const A276: usize = A277; const A277: usize = A278; const A278: usize = A279; const A279: usize = A280;
    const A280: usize = A281; const A281: usize = A282; const A282: usize = A283; const A283: usize = A284;
    const A284: usize = A285; const A285: usize = A286; const A286: usize = A287; const A287: usize = A288;
    const A288: usize = A289; const A289: usize = A290; const A290: usize = A291; const A291: usize = A292;
    const A292: usize = A293; const A293: usize = A294; const A294: usize = A295; const A295: usize = A296;
    const A296: usize = A297; const A297: usize = A298; const A298: usize = A299; const A299: usize = A300;
    const A300: usize = A301; const A301: usize = A302; const A302: usize = A303; const A303: usize = A304;
    const A304: usize = A305; const A305: usize = A306; const A306: usize = A307; const A307: usize = A308;
    const A308: usize = A309; const A309: usize = A310; const A310: usize = A311; const A311: usize = A312;
    const A312: usize = A313; const A313: usize = A314; const A314: usize = A315; const A315: usize = A316;
    const A316: usize = A317; const A317: usize = A318; const A318: usize = A319; const A319: usize = A320;
    const A320: usize = A321; const A321: usize = A322; const A322: usize = A323; const A323: usize = A324;
    const A324: usize = A325; const A325: usize = A326; const A326: usize = A327; const A327: usize = A328;
    const A328: usize = A329; const A329: usize = A330; const A330: usize = A331; const A331: usize = A332;
    const A332: usize = A333; const A333: usize = A334; const A334: usize = A335; const A335: usize = A336;
    const A336: usize = A337; const A337: usize = A338; const A338: usize = A339; const A339: usize = A340;
    const A340: usize = A341; const A341: usize = A342; const A342: usize = A343; const A343: usize = A344;
    const A344: usize = A345; const A345: usize = A346; const A346: usize = A347; const A347: usize = A348;
    const A348: usize = A349; const A349: usize = A350; const A350: usize = A351; const A351: usize = A352;
    const A352: usize = A353; const A353: usize = A354; const A354: usize = A355; const A355: usize = A356;
    const A356: usize = A357; const A357: usize = A358; const A358: usize = A359; const A359: usize = A360;
    const A360: usize = A361; const A361: usize = A362; const A362: usize = A363; const A363: usize = A364;
    const A364: usize = A365; const A365: usize = A366; const A366: usize = A367; const A367: usize = A368;
    const A368: usize = A369; const A369: usize = A370; const A370: usize = A371; const A371: usize = A372;
    const A372: usize = A373; const A373: usize = A374; const A374: usize = A375; const A375: usize = A376;
    const A376: usize = A377; const A377: usize = A378; const A378: usize = A379; const A379: usize = A380;
    const A380: usize = A381; const A381: usize = A382; const A382: usize = A383; const A383: usize = A384;
    const A384: usize = A385; const A385: usize = A386; const A386: usize = A387; const A387: usize = A388;
    const A388: usize = A389; const A389: usize = A390; const A390: usize = A391; const A391: usize = A392;
    const A392: usize = A393; const A393: usize = A394; const A394: usize = A395; const A395: usize = A396;
    const A396: usize = A397; const A397: usize = A398; const A398: usize = A399; const A399: usize = A400;
    const A400: usize = A401; const A401: usize = A402; const A402: usize = A403; const A403: usize = A404;
    const A404: usize = A405; const A405: usize = A406; const A406: usize = A407; const A407: usize = A408;
    const A408: usize = A409; const A409: usize = A410; const A410: usize = A411; const A411: usize = A412;
    const A412: usize = A413; const A413: usize = A414; const A414: usize = A415; const A415: usize = A416;
    const A416: usize = A417; const A417: usize = A418; const A418: usize = A419; const A419: usize = A420;
    const A420: usize = A421; const A421: usize = A422; const A422: usize = A423; const A423: usize = A424;
    const A424: usize = A425; const A425: usize = A426; const A426: usize = A427; const A427: usize = A428;
    const A428: usize = A429; const A429: usize = A430; const A430: usize = A431; const A431: usize = A432;
    const A432: usize = A433; const A433: usize = A434; const A434: usize = A435; const A435: usize = A436;
    const A436: usize = A437; const A437: usize = A438; const A438: usize = A439; const A439: usize = A440;
    const A440: usize = A441; const A441: usize = A442; const A442: usize = A443; const A443: usize = A444;
    const A444: usize = A445; const A445: usize = A446; const A446: usize = A447; const A447: usize = A448;
    const A448: usize = A449; const A449: usize = A450; const A450: usize = A451; const A451: usize = A452;
    const A452: usize = A453; const A453: usize = A454; const A454: usize = A455; const A455: usize = A456;
    const A456: usize = A457; const A457: usize = A458; const A458: usize = A459; const A459: usize = A460;
    const A460: usize = A461; const A461: usize = A462; const A462: usize = A463; const A463: usize = A464;
    const A464: usize = A465; const A465: usize = A466; const A466: usize = A467; const A467: usize = A468;
    const A468: usize = A469; const A469: usize = A470; const A470: usize = A471; const A471: usize = A472;
    const A472: usize = A473; const A473: usize = A474; const A474: usize = A475; const A475: usize = A476;
    const A476: usize = A477; const A477: usize = A478; const A478: usize = A479; const A479: usize = A480;
    const A480: usize = A481; const A481: usize = A482; const A482: usize = A483; const A483: usize = A484;
    const A484: usize = A485; const A485: usize = A486; const A486: usize = A487; const A487: usize = A488;
    const A488: usize = A489; const A489: usize = A490; const A490: usize = A491; const A491: usize = A492;
    const A492: usize = A493; const A493: usize = A494; const A494: usize = A495; const A495: usize = A496;
    const A496: usize = A497; const A497: usize = A498; const A498: usize = A499; const A499: usize = A500;
    const A500: usize = A501; const A501: usize = A502; const A502: usize = A503; const A503: usize = A504;
    const A504: usize = A505; const A505: usize = A506; const A506: usize = A507; const A507: usize = A508;
    const A508: usize = A509; const A509: usize = A510; const A510: usize = A511; const A511: usize = A512;
    const A512: usize = A513; const A513: usize = A514; const A514: usize = A515; const A515: usize = A516;
    const A516: usize = A517; const A517: usize = A518; const A518: usize = A519; const A519: usize = A520;
    const A520: usize = 1;
}

fn main() {
    let mut workspace = burtorch::Workspace::boxed();
    let loss: f32 = Net::loss(&[0.0; Net::PARAMS], &mut workspace, &[0.0; 3]).unwrap();
    println!("{loss}");
}
