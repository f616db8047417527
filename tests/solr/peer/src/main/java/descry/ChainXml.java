package descry;

import java.util.Map;

/** The part of a solrconfig.xml that describes signature chains. */
final class ChainXml {
    private ChainXml() {}

    /** A chain for each entry of {NAME: {PARAMETER: VALUE}}: the signature, then the index. */
    static String of(Map<?, ?> chains) {
        StringBuilder xml = new StringBuilder();
        for (Map.Entry<?, ?> chain : chains.entrySet()) {
            xml.append("<updateRequestProcessorChain name=\"" + escaped(chain.getKey()) + "\">");
            if (chain.getValue() != null) {
                xml.append("<processor class=\"solr.SignatureUpdateProcessorFactory\">");
                for (Map.Entry<?, ?> entry : ((Map<?, ?>) chain.getValue()).entrySet()) {
                    String type = typeOf(entry.getValue());
                    xml.append("<" + type + " name=\"" + escaped(entry.getKey()) + "\">");
                    xml.append(escaped(entry.getValue()) + "</" + type + ">");
                }
                xml.append("</processor>");
            }
            xml.append("<processor class=\"solr.LogUpdateProcessorFactory\"/>");
            xml.append("<processor class=\"solr.RunUpdateProcessorFactory\"/>");
            xml.append("</updateRequestProcessorChain>\n");
        }
        return xml.toString();
    }

    private static String typeOf(Object value) {
        if (value instanceof Boolean) return "bool";
        if (value instanceof Long) return "int";
        return value instanceof Double ? "float" : "str";
    }

    private static String escaped(Object value) {
        return value.toString().replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
